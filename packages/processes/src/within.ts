import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a promise up to a timeout.
 *
 * @returns true if it settled in time
 */
export async function within(milliseconds: number, work: Promise<unknown> | unknown): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const done = Promise.resolve(work).then(
    () => true,
    () => true,
  );
  const answer = await Promise.race([done, late]);
  timer.abort();
  return answer;
}
