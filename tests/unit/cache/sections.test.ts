import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { missingTag } from '@/lib/core/cache/missing-tag.mjs';
import useCache from '@/lib/core/cache/use-cache.mjs';

const carried = vi.hoisted((): string[] => []);
vi.mock('next/cache', () => ({ cacheTag: (tag: string) => void carried.push(tag) }));
vi.stubEnv('LOG_LEVEL', 'silent');
const { orMissing } = await import('@/lib/core/sections');

beforeEach(() => void carried.splice(0));
afterEach(() => vi.unstubAllEnvs());
const failing = () => Promise.reject(new Error('no answer'));

it('a failed section is missing from its page, which is marked', async () => {
  expect(await orMissing('trending', failing)).toBeNull();
  expect(carried).toEqual([missingTag]);
});

it('a section returns its value, without a mark', async () => {
  expect(await orMissing('trending', async () => [1])).toEqual([1]);
  expect(carried).toEqual([]);
});

it('a failed section fails a build', async () => {
  vi.stubEnv('NEXT_PHASE', 'phase-production-build');
  await expect(orMissing('trending', failing)).rejects.toThrow('no answer');
});

it('a section rethrows the errors of Next.js', async () => {
  const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/login;307;' });
  await expect(orMissing('trending', () => Promise.reject(redirect))).rejects.toBe(redirect);
  expect(carried).toEqual([]);
});

it('a value with a missing section is not cached for the next request', async () => {
  const entry = (tags: string[]) => ({
    value: new Blob(['answer']).stream(),
    tags,
    stale: 300,
    timestamp: performance.timeOrigin + performance.now(),
    expire: 3_600,
    revalidate: 900,
  });
  await useCache.set('whole', Promise.resolve(entry(['home'])));
  await useCache.set('partial', Promise.resolve(entry(['home', missingTag])));
  expect(await useCache.get('whole', [])).toBeDefined();
  expect(await useCache.get('partial', [])).toBeUndefined();
});
