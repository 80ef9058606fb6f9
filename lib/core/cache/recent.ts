/** Milliseconds. */
type Ages = {
  /** Values up to this age are returned at once; it is also the pause after a failure. */
  fresh: number;
  /** Timeout for a new value if there is an old one, or for the first value that another request reads. */
  patience: number;
};

const lookAgainMs = 10;
const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * A value that all requests of a process share and that is read at most once per period. A request that finds a stale
 * value reads it again. No request waits long for a hanging service: requests share plain values, not promises.
 *
 * @param read reads the value with a deadline of its own; null on failure
 * @returns a function that returns the value, or undefined if it was never read
 */
export function recently<Value>(read: () => Promise<Value | null>, ages: Ages): () => Promise<Value | undefined> {
  let known: { value: Value; at: number } | undefined;
  let triedAt = 0;
  let isReading = false;

  async function refresh(): Promise<void> {
    triedAt = Date.now();
    isReading = true;
    try {
      const value = await read();
      if (value !== null) known = { value, at: Date.now() };
    } finally {
      isReading = false;
    }
  }

  async function waitForOther(): Promise<void> {
    const end = Date.now() + ages.patience;
    while (isReading && Date.now() < end) await sleep(lookAgainMs);
  }

  return async () => {
    const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
    if (age <= ages.fresh) return known?.value;
    if (Date.now() - triedAt > ages.fresh) await Promise.race([refresh(), ...(known ? [sleep(ages.patience)] : [])]);
    else if (isReading && !known) {
      await waitForOther();
      // The other request may have been aborted; without a value this one reads itself.
      if (isReading && !known) await refresh();
    }
    return known?.value;
  };
}
