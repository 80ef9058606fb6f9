import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMost } from '@/lib/core/limits/at-once';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});

test('concurrency is limited per key, and a slot is free again after success or failure', async () => {
  let fail = (_problem: Error) => {};
  const failing = atMost(2, 'a', () => new Promise((_, reject) => (fail = reject)));
  void atMost(2, 'a', never);
  expect(await atMost(2, 'a', async () => 'third')).toBeNull();
  expect(await atMost(2, 'b', async () => 'other')).toBe('other');
  fail(new Error('no answer'));
  await expect(failing).rejects.toThrow('no answer');
  expect(await atMost(2, 'a', async () => 'third')).toBe('third');
  expect(await atMost(2, 'a', async () => 'fourth')).toBe('fourth');
});

test('a call without an end frees its slot after a minute', async () => {
  void atMost(1, 'c', never);
  vi.advanceTimersByTime(59_000);
  expect(await atMost(1, 'c', async () => 'early')).toBeNull();
  vi.advanceTimersByTime(2_000);
  expect(await atMost(1, 'c', async () => 'late')).toBe('late');
});
