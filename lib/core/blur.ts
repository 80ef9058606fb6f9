const pattern = /^data:image\/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$/;

/**
 * Whether a text is a placeholder made by the shop (`makeBlur`): WebP in base64 and nothing else, so that it is safe
 * inside a style. The database has the same rule (`blur_valido`).
 */
export const isBlur = (text: string): boolean => text.length <= 2_000 && pattern.test(text);
