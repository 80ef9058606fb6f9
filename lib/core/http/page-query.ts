/** The query of a page as Next.js passes it: a repeated name has a list of values. */
export type PageQuery = Record<string, string | string[] | undefined>;
