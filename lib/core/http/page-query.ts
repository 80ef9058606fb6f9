/** The query of a page as Next.js passes it: a repeated name has a list of values. */
export type PageQuery = Record<string, string | string[] | undefined>;

/** A query as part of an address, with its question mark; empty without values. */
export function searchOf(query: PageQuery): string {
  const values = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return values.length > 0 ? `?${new URLSearchParams(values)}` : '';
}

/** A value of a query that is given once; empty without it, or if its name is repeated. */
export const textOf = (value: PageQuery[string]): string => (typeof value === 'string' ? value : '');
