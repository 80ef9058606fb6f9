const limit = 30;

/** Cuts a product's name for a card at 30 characters. */
export const cardName = (name: string): string =>
  name.length > limit ? `${name.slice(0, limit - 1).trimEnd()}…` : name;
