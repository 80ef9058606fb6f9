import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshOnce } from '@/lib/core/supabase/refresh';

const patience = 500;
const renewed = () => Response.json({ access_token: 'new', refresh_token: 'next' });
const refused = (error_code: string, status = 400) => Response.json({ error_code, msg: 'no' }, { status });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function outcome(answers: Promise<Response>): Promise<[number, unknown]> {
  const answer = await answers;
  const body = (await answer.json()) as { error_code?: string; refresh_token?: string };
  return [answer.status, body.refresh_token ?? body.error_code];
}

it('concurrent requests with one token refresh it once', async () => {
  vi.useRealTimers();
  const call = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return renewed();
  });
  const all = Promise.all(Array.from({ length: 20 }, () => outcome(refreshOnce('one', call, 5_000))));
  expect(await all).toEqual(Array.from({ length: 20 }, () => [200, 'next']));
  expect(call).toHaveBeenCalledTimes(1);
});

it('two tokens are refreshed separately', async () => {
  const call = vi.fn(async () => renewed());
  await Promise.all([refreshOnce('two', call, patience), refreshOnce('three', call, patience)]);
  expect(call).toHaveBeenCalledTimes(2);
});

it('a request ten seconds later calls Auth again', async () => {
  const call = vi.fn(async () => renewed());
  await refreshOnce('four', call, patience);
  vi.advanceTimersByTime(9_000);
  await refreshOnce('four', call, patience);
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  await refreshOnce('four', call, patience);
  expect(call).toHaveBeenCalledTimes(2);
});

it.each([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_banned',
])('the response %s to a refresh ends a session', async (code) => {
  expect(await outcome(refreshOnce(code, async () => refused(code), patience))).toEqual([400, code]);
});

it.each([
  ['a limit', async () => refused('over_request_rate_limit', 429)],
  ['a rate limit with the code of a refusal', async () => refused('session_not_found', 429)],
  ['a failure', async () => refused('unexpected_failure', 500)],
  ['a page of a proxy before Auth', async () => new Response('<h1>403</h1>', { status: 403 })],
  ['no response', async () => Promise.reject(new TypeError('fetch failed'))],
])('%s does not end a session, and Auth is not called for two seconds', async (name, answer) => {
  const call = vi.fn(answer);
  expect(await outcome(refreshOnce(name, call, patience))).toEqual([409, 'refresh_unknown']);
  expect(await outcome(refreshOnce(name, call, patience))).toEqual([409, 'refresh_unknown']);
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_100);
  await refreshOnce(name, call, patience);
  expect(call).toHaveBeenCalledTimes(2);
});

it('a request waits for another refresh up to its own deadline', async () => {
  vi.useRealTimers();
  const never = new Promise<Response>(() => {});
  await new Promise<void>((begun) => {
    const call = () => {
      begun();
      return never;
    };
    void refreshOnce('five', call, 50);
  });
  expect(await outcome(refreshOnce('five', () => never, 50))).toEqual([409, 'refresh_unknown']);
});
