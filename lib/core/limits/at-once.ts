import 'server-only';

type Begun = { at: number };

/** Longer than any limited work. */
const longestMs = 60_000;
/** Work in progress in this process, by key. Entries expire, because a host may abort a request silently. */
const underWay = new Map<string, Begun[]>();

function end(key: string, work: Begun): void {
  const others = underWay.get(key)?.filter((one) => one !== work) ?? [];
  if (others.length > 0) underWay.set(key, others);
  else underWay.delete(key);
}

/**
 * Limits concurrent work per key in this process, without a queue.
 *
 * @returns the result; null if the limit was reached
 * @throws what the work throws
 */
export async function atMost<Done>(most: number, key: string, work: () => Promise<Done>): Promise<Done | null> {
  const now = Date.now();
  const others = underWay.get(key)?.filter(({ at }) => at > now - longestMs) ?? [];
  if (others.length >= most) return null;
  const own = { at: now };
  underWay.set(key, [...others, own]);
  try {
    return await work();
  } finally {
    end(key, own);
  }
}
