/** The short id of an order: its first 8 characters. */
export const shortId = (id: string): string => id.slice(0, 8);
