import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recently } from '@/lib/core/cache/recent';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ages = { fresh: 3_000, patience: 250 };

/** Waiting time in milliseconds, and the result. */
async function ask<Value>(get: () => Promise<Value>): Promise<[number, Value]> {
  const start = Date.now();
  let end = 0;
  const answer = get().then((value) => {
    end = Date.now();
    return value;
  });
  for (let passed = 0; end === 0 && passed < 20_000; passed += 10) await vi.advanceTimersByTimeAsync(10);
  return [end - start, await answer];
}

const after = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), milliseconds));

it('concurrent requests share one read', async () => {
  const read = vi.fn(() => after(50, 'value'));
  const get = recently(read, ages);
  const answers = await Promise.all([ask(get), ...Array.from({ length: 100 }, () => get())]);
  expect(answers[0]).toEqual([50, 'value']);
  expect(answers.slice(1).every((answer) => answer === 'value')).toBe(true);
  await ask(get);
  expect(read).toHaveBeenCalledTimes(1);
});

it('an expired value is read again by the next request', async () => {
  let number = 0;
  const get = recently(async () => ++number, ages);
  await get();
  vi.advanceTimersByTime(3_001);
  expect(await get()).toBe(2);
});

it('a hanging service delays requests briefly, and is retried occasionally', async () => {
  const read = vi.fn<() => Promise<string | null>>(async () => 'old');
  const get = recently(read, ages);
  await get();
  read.mockImplementation(() => after(1_000, null));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ask(get)).toEqual([250, 'old']);
  await vi.advanceTimersByTimeAsync(1_000);
  for (let n = 0; n < 50; n += 1) expect(await ask(get)).toEqual([0, 'old']);
  expect(read).toHaveBeenCalledTimes(2);
});

it('an aborted request does not stop the others', async () => {
  const read = vi.fn<() => Promise<string>>(() => new Promise(() => {}));
  const get = recently(read, ages);
  void get();
  read.mockImplementation(async () => 'value');
  expect(await ask(get)).toEqual([250, 'value']);
});
