/** The first eight characters of an id, by which people name an order, a payment or a withdrawal. */
export const shortId = (id: string): string => id.slice(0, 8);
