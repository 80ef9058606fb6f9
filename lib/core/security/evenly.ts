import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs something and returns at the next multiple of `step` since it began, so that the time it took reveals nothing:
 * an address without an account answers as late as one whose password is checked or whose mail is sent.
 *
 * @param step milliseconds; longer than the work takes on an ordinary day
 */
export async function evenly<Value>(step: number, work: () => Promise<Value>): Promise<Value> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - began;
    await delay(Math.ceil(Math.max(taken, 1) / step) * step - taken);
  }
}
