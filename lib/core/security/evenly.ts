import { setTimeout as delay } from 'node:timers/promises';
import { after } from 'next/server';

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

/**
 * Answers after `ms` milliseconds, however long the work takes. What has not ended by then goes on after the answer,
 * which is then `meanwhile`: a mail that is slow to send tells nobody that there is an account.
 */
export async function punctually<Value>(ms: number, work: () => Promise<Value>, meanwhile: Value): Promise<Value> {
  const working = work();
  after(() => working);
  const [answer] = await Promise.all([Promise.race([working, delay(ms, meanwhile)]), delay(ms)]);
  return answer;
}
