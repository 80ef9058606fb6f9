/** Milliseconds. */
type Ages = {
  /** A value of this age is taken as it is, and after a failure nothing is asked for as long. */
  fresh: number;
  /** An older value is only taken if the new one does not come in time. */
  stale: number;
  /** How long a request waits for a new value while there is an old one, or somebody else is asking. */
  patience: number;
};

const lookAgainMs = 10;
const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * A value that all requests of a server share, and that is read at most once in a while however many ask. A request
 * that finds it old reads it anew; nobody waits long for a service that hangs. Only plain values are kept between
 * requests: on an edge host none may wait for a promise of another.
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
    else if (isReading && age > ages.stale) await waitForOther();
    return known?.value;
  };
}
