import { afterEach, expect, it, vi } from 'vitest';
import { startOrEnd } from '@/lib/core/start-checks';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.doUnmock('@redis/client');
});

it('a server that cannot load its Redis client exits with a message', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const end = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  vi.doMock('@redis/client', () => {
    throw new Error("Cannot find package '@redis/client'");
  });
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1');
  const { connectRedis } = await import('@/lib/core/redis/client.mjs');
  await startOrEnd('The client of Redis', connectRedis);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^The client of Redis could not be started, so the server ends: ./),
  );
  expect(end).toHaveBeenCalledExactlyOnceWith(1);
});
