/** The parameters of a panel page's address. */
export type Query = Record<string, string | string[] | undefined>;

/** A parameter as text of a bearable length; nothing when it is repeated or absent. */
export const textOf = (value: Query[string]): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** A parameter as a moment that the database takes, or null. */
export const momentOf = (value: Query[string]): string | null =>
  Number.isNaN(Date.parse(textOf(value))) ? null : textOf(value);
