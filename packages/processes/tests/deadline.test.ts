import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createProgress, Hung, inTime } from '../src/deadline.ts';

const never = () => new Promise<never>(() => {});

test('work within the deadline resolves, and failed work rejects', async () => {
  expect(await inTime('the work', 60, Promise.resolve(7))).toBe(7);
  await expect(inTime('the work', 60, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('unfinished work is named in the error', async () => {
  await expect(inTime('the work', 0.01, never())).rejects.toEqual(new Hung('the work: not over after 0.01 s'));
});

test('work continues while there is progress, otherwise it is aborted and listed', async () => {
  const progress = createProgress('purchases', 3);
  const work = (async () => {
    for (const client of ['one', 'two']) {
      progress.begin(client, 'stripe');
      await delay(10);
      progress.done(client, 'stripe', 'paid');
    }
    progress.begin('three', 'paypal');
    await never();
  })();
  const problem = await progress.watch(2, work).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Hung);
  expect((problem as Hung).message).toBe('purchases: nothing was done for 2 s, after 2 of 3');
  expect((problem as Hung).open).toEqual([expect.stringMatching(/^three: paypal, for \d s$/)]);
});

test('all outcomes are listed at the end', async () => {
  const progress = createProgress('purchases', 1);
  progress.begin('one', 'stripe');
  progress.done('one', 'stripe', 'paid');
  expect(await progress.watch(60, progress.during('the killer', 'waits', Promise.resolve('back')))).toBe('back');
  expect(progress.part()).toBe(1);
  expect(progress.outcomes).toEqual([['stripe', 'paid']]);
});
