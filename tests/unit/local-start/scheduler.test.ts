import { expect, test, vi } from 'vitest';
import { startScheduler } from '@/local/process/scheduler';

test('the job is called every ten minutes with its secret', () => {
  vi.useFakeTimers();
  const fetch = vi.fn(async () => new Response());
  vi.stubGlobal('fetch', fetch);
  const { stop } = startScheduler('http://localhost:1', 'not-a-real-secret');
  vi.advanceTimersByTime(599_999);
  expect(fetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  const call = { method: 'POST', headers: { authorization: 'Bearer not-a-real-secret' } };
  expect(fetch).toHaveBeenCalledExactlyOnceWith('http://localhost:1/api/cron', call);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(fetch).toHaveBeenCalledOnce();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
