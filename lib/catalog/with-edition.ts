/** The name of a product with that of its edition, if it has one: "Forge (Master)". */
export const withEdition = (name: string, edition: string | null | undefined): string =>
  edition ? `${name} (${edition})` : name;
