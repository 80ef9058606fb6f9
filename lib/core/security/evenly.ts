import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does something and answers on the next full step of time since it began, so that how long it took tells nothing: an
 * address without an account answers as late as one whose password is being checked or whose mail is being sent.
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
