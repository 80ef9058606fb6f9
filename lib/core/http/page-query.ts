/** The query of a page as Next.js passes it: a repeated name has a list of values. */
export type PageQuery = Record<string, string | string[] | undefined>;

/** A value of a query that is given once; empty without it, or if its name is repeated. */
export const textOf = (value: PageQuery[string]): string => (typeof value === 'string' ? value : '');
