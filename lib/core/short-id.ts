/** The first eight characters of an id, shown for orders, payments and withdrawals. */
export const shortId = (id: string): string => id.slice(0, 8);
