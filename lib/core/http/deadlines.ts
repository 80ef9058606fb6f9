/**
 * Deadlines of outgoing calls until the whole response has arrived, in milliseconds. They bound the wait of visitors
 * when a service fails (docs/outages.md).
 */
export const deadlines = {
  /** Identifying a person, including a refresh of the session. */
  identity: 4_000,
  /** The settings of the shop, on a server that does not have them yet. */
  switches: 1_000,
  /** Look-up of a product or creator by its address. */
  address: 1_000,
  /** Health check of a service. */
  ping: 2_000,
  /** Supabase Auth, which verifies passwords before it answers. */
  auth: 10_000,
  /** The database cancels a statement of a signed-in person after eight seconds. */
  rest: 9_000,
  /** Statements with the secret key: jobs and provider events. */
  jobs: 30_000,
  /** Signed links, and metadata of files. */
  files: 8_000,
  /** Uploading a picture to a bucket. */
  upload: 30_000,
  /** The first byte of a public picture. */
  picture: 8_000,
  /** A page of this server. */
  ownPage: 2_000,
  stripe: 8_000,
  paypal: 12_000,
  /** Each step of an SMTP session: DNS, connection, greeting, response. */
  mail: 10_000,
  /** A picture from an address that a creator entered. */
  remotePicture: 10_000,
  /** A webhook of a creator. */
  hook: 10_000,
} as const;

/** A signal that aborts with the first of several; Safari has `AbortSignal.any` from 17.4 on. */
export function firstOf(...signals: Array<AbortSignal | null | undefined>): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    if (signal?.aborted) first.abort(signal.reason);
    else signal?.addEventListener('abort', () => first.abort(signal.reason), { once: true });
  }
  return first.signal;
}

/**
 * `fetch` with a deadline for the whole response.
 *
 * @param milliseconds the deadline, or a function of the call
 * @throws a `TimeoutError` after the deadline
 */
export function fetchWithin(milliseconds: number | ((url: URL, init: RequestInit) => number)): typeof fetch {
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const patience = typeof milliseconds === 'number' ? milliseconds : milliseconds(url, init);
    return fetch(input, { ...init, signal: firstOf(init.signal, AbortSignal.timeout(patience)) });
  };
}

/**
 * `fetch` with a deadline for the response headers only, for bodies that are streamed to the reader. Its own signal
 * aborts the body, too.
 *
 * @throws an `AbortError` after the deadline
 */
export async function fetchHead(milliseconds: number, address: string, init: RequestInit = {}): Promise<Response> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), milliseconds);
  try {
    return await fetch(address, { ...init, signal: firstOf(end.signal, init.signal) });
  } finally {
    clearTimeout(timer);
  }
}
