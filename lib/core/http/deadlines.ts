/**
 * How long a call out of the shop may take, in milliseconds, until its answer is there as a whole. Whoever waits for a
 * page gets its answer in seconds, whatever happens to a service (docs/outages.md).
 */
export const deadlines = {
  /** All that it takes to know who asks, a refresh of the session included. */
  identity: 4_000,
  /** The switches of the shop, for a server that does not know them yet. */
  switches: 1_000,
  /** Whether an address names something. */
  address: 1_000,
  /** Whether a service answers at all. */
  ping: 2_000,
  /** Supabase Auth: it checks passwords, and sends a mail before it answers. */
  auth: 10_000,
  /** The database ends a statement of a signed-in person after eight seconds. */
  rest: 9_000,
  /** Statements with the secret key: jobs and what providers say. */
  jobs: 30_000,
  /** Links to files, and what a bucket says of one. */
  files: 8_000,
  /** Sending a picture to a bucket. */
  upload: 30_000,
  /** The first byte of a public picture. */
  picture: 8_000,
  /** A page of this server itself. */
  ownPage: 2_000,
  stripe: 8_000,
  paypal: 12_000,
  /** Each step of talking to the mail server: finding it, connecting, being greeted, waiting for a word. */
  mail: 10_000,
  /** A picture from an address that a creator has given. */
  remotePicture: 10_000,
} as const;

/** A signal that fires with the first of several; `AbortSignal.any` is not in Safari before 17.4. */
export function firstOf(...signals: Array<AbortSignal | null | undefined>): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    if (signal?.aborted) first.abort(signal.reason);
    else signal?.addEventListener('abort', () => first.abort(signal.reason), { once: true });
  }
  return first.signal;
}

/**
 * `fetch` with a deadline for the whole answer.
 *
 * @param milliseconds or how long the call of an address may take
 * @throws a `TimeoutError` when it is over
 */
export function fetchWithin(milliseconds: number | ((url: URL, init: RequestInit) => number)): typeof fetch {
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const patience = typeof milliseconds === 'number' ? milliseconds : milliseconds(url, init);
    return fetch(input, { ...init, signal: firstOf(init.signal, AbortSignal.timeout(patience)) });
  };
}

/**
 * `fetch` with a deadline for the beginning of the answer only, for what is passed on as slowly as its reader reads.
 *
 * @throws an `AbortError` when it is over
 */
export async function fetchHead(milliseconds: number, address: string, init: RequestInit = {}): Promise<Response> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), milliseconds);
  try {
    return await fetch(address, { ...init, signal: end.signal });
  } finally {
    clearTimeout(timer);
  }
}
