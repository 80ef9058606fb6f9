import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lend } from '@/deploy/edge/edge.ts';
import pageStore from '@/deploy/edge/page-store.ts';
import { perRequest } from '@/deploy/edge/request-scope.ts';

const requests = new AsyncLocalStorage<object>();
const kept = new Map<string, { text: string; uploaded: Date }>();
const bucket = {
  put: async (key: string, text: string) => kept.set(key, { text, uploaded: new Date() }),
  get: async (key: string) => {
    const found = kept.get(key);
    return found && { json: async () => JSON.parse(found.text), uploaded: found.uploaded };
  },
};
const inRequest = <Value>(work: () => Promise<Value>): Promise<Value> =>
  requests.run(
    { env: { NEXT_INC_CACHE_R2_BUCKET: bucket, ASSETS: { fetch: async () => new Response(null, { status: 404 }) } } },
    work,
  );

beforeAll(() => {
  Object.defineProperty(globalThis, Symbol.for('__cloudflare-context__'), { get: () => requests.getStore() });
  lend({ perRequest, pageHeaders: async () => ({}) });
});
afterEach(() => vi.useRealTimers());

const page = { type: 'app', html: '<html></html>', rsc: '', meta: {} } as const;
const read = { value: 'x', tags: ['product:x'], stale: 0, timestamp: 5_000, expire: 1, revalidate: 1 };

test('a page is as old as the request that made it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10_000 });
  await inRequest(async () => {
    expect(await pageStore.get('/p/x', 'cache')).toBeNull();
    vi.setSystemTime(13_000);
    await pageStore.set('/p/x', page, 'cache');
  });
  const found = await inRequest(() => pageStore.get('/p/x', 'cache'));
  expect(found).toMatchObject({ lastModified: 9_999, value: page });
});

test('a cached read is as old as it says itself', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 20_000 });
  await inRequest(() => pageStore.set('read', read, 'composable'));
  expect((await inRequest(() => pageStore.get('read', 'composable')))?.lastModified).toBe(5_000);
});
