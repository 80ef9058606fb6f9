/** The query of a page's address as Next.js hands it over: a name that stands there more than once has a list. */
export type PageQuery = Record<string, string | string[] | undefined>;
