import 'server-only';

type Begun = { at: number };

/** Longer than anything that is limited here takes. */
const longestMs = 60_000;
/** What is under way in this process, by key. A host may end a request without a word, so that its end is not relied on. */
const underWay = new Map<string, Begun[]>();

function end(key: string, work: Begun): void {
  const others = underWay.get(key)?.filter((one) => one !== work) ?? [];
  if (others.length > 0) underWay.set(key, others);
  else underWay.delete(key);
}

/**
 * Does some work unless this process is doing as much for the same key already. Nobody waits in line.
 *
 * @returns what the work answers; null when it was not begun
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
