import { expect, test, vi } from 'vitest';
import { readOnce } from '../src/api/postgrest/read-once.ts';

test('a value is read once, and again after `forget` or a failure', async () => {
  const read = vi.fn(async () => read.mock.calls.length);
  const once = readOnce(read);
  expect(await Promise.all([once.get(), once.get()])).toEqual([1, 1]);
  once.forget();
  expect(await once.get()).toBe(2);
  once.forget();
  read.mockRejectedValueOnce(new Error('away'));
  await expect(once.get()).rejects.toThrow('away');
  expect(await once.get()).toBe(4);
});
