import { setTimeout as delay } from 'node:timers/promises';
import { after } from 'next/server';

/**
 * Runs work and returns at the next multiple of `step`, so that timing reveals nothing: an address without an account
 * is answered as late as one whose password is verified or whose mail is sent.
 *
 * @param step milliseconds; longer than the work usually takes
 */
export async function roundUpDuration<Value>(step: number, work: () => Promise<Value>): Promise<Value> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - began;
    await delay(Math.ceil(Math.max(taken, 1) / step) * step - taken);
  }
}

/**
 * Returns after `ms` milliseconds in any case. Unfinished work continues and the result is `meanwhile`, so that a slow
 * mail reveals no account.
 */
export async function returnAfter<Value>(ms: number, work: () => Promise<Value>, meanwhile: Value): Promise<Value> {
  const working = work();
  after(() => working);
  const [answer] = await Promise.all([Promise.race([working, delay(ms, meanwhile)]), delay(ms)]);
  return answer;
}
