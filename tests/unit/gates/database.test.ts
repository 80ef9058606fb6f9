import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
const { databaseAnswers } = await import('@/lib/gates/database');

const asked: string[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', (input: string | URL) => {
    const { pathname, search } = new URL(input);
    asked.push(pathname + search);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the database is checked at most once a second', async () => {
  answer = async () => Response.json([{ id: 1 }]);
  expect(await Promise.all([databaseAnswers(), databaseAnswers()])).toEqual([true, true]);
  expect(await databaseAnswers()).toBe(true);
  expect(asked).toEqual(['/rest/v1/configuracion_global?select=id&id=eq.1&limit=1']);
});

it.each([
  ['fails', async () => Response.json({ message: 'no' }, { status: 500 })],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
])('a database that %s does not answer', async (_how, failing) => {
  vi.advanceTimersByTime(10_000);
  answer = failing;
  await expect.poll(() => databaseAnswers()).toBe(false);
});
