/** How long a response may be shown, in seconds, as Next.js gives it to `set` and takes it from `get`. */
export type Lifetime = { revalidate: number | false; expire?: number | undefined };

type Headers = Record<string, string | string[] | number | undefined>;

/** A rendered page. `postponed`: the part that is left to each request; such a page has no HTML of its own to change. */
export type Page = {
  kind: 'APP_PAGE';
  html: string;
  rscData?: Buffer | undefined;
  segmentData?: Map<string, Buffer> | undefined;
  postponed?: string | undefined;
  status?: number | undefined;
  headers?: Headers | undefined;
};

/** The answer of a route handler that is the same for everybody. */
export type Route = { kind: 'APP_ROUTE'; body: Buffer; status: number; headers: Headers };

/** A response as `get` returns it. `lastModified`: milliseconds. */
export type Entry = { value: Page | Route; lastModified: number; cacheControl?: Lifetime | undefined };
