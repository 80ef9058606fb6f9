/** A product with its licence keys: on how many servers one may be active, and how many are valid. */
export type LicenceSetting = { productId: string; name: string; isOn: boolean; limit: number; keys: number };
