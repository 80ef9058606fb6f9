/** Lifetime of a response in seconds, as Next.js passes it to `set` and takes it from `get`. */
export type Lifetime = { revalidate: number | false; expire?: number | undefined };

type Headers = Record<string, string | string[] | number | undefined>;

/** A rendered page. A page with `postponed`, a part rendered per request, has no final HTML. */
export type Page = {
  kind: 'APP_PAGE';
  html: string;
  rscData?: Buffer | undefined;
  segmentData?: Map<string, Buffer> | undefined;
  postponed?: string | undefined;
  status?: number | undefined;
  headers?: Headers | undefined;
};

/** The response of a prerendered route handler. */
export type Route = { kind: 'APP_ROUTE'; body: Buffer; status: number; headers: Headers };

/** A response as `get` returns it. `lastModified`: milliseconds. */
export type Entry = { value: Page | Route; lastModified: number; cacheControl?: Lifetime | undefined };
