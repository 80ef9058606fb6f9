/** Milliseconds. */
type Ages = {
  /** A value of this age is taken as it is, and after a failure nothing is asked for as long. */
  fresh: number;
  /** How long a request waits for the new value where there is an old one, or for the first that another reads. */
  patience: number;
};

const lookAgainMs = 10;
const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * A value that all requests of a server share, and that is read at most once in a while however many ask. A request
 * that finds it old reads it anew; nobody waits long for a service that hangs. Only plain values are kept between
 * requests, so that none waits for the promise of another that hangs.
 *
 * @param read reads the value; null when it could not, and it has a deadline of its own
 * @returns a function that answers the value, or undefined if it has never been read
 */
export function recently<Value>(read: () => Promise<Value | null>, ages: Ages): () => Promise<Value | undefined> {
  let known: { value: Value; at: number } | undefined;
  let triedAt = 0;
  let isReading = false;

  async function readAnew(): Promise<void> {
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
    if (Date.now() - triedAt > ages.fresh) await Promise.race([readAnew(), ...(known ? [sleep(ages.patience)] : [])]);
    else if (isReading && !known) {
      await waitForOther();
      // The other may have been cut off: without any value nobody relies on it.
      if (isReading && !known) await readAnew();
    }
    return known?.value;
  };
}
