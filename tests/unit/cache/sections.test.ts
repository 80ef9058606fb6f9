import { afterEach, expect, it, vi } from 'vitest';

vi.stubEnv('LOG_LEVEL', 'silent');
const { missing, orMissing, orNone } = await import('@/lib/core/sections');

afterEach(() => vi.unstubAllEnvs());
const failing = () => Promise.reject(new Error('no answer'));

it('lets a page stand without a section, and shows nothing in its place that was not read', async () => {
  expect(await orMissing('trending', failing)).toBe(missing);
  expect(orNone(missing)).toEqual([]);
  expect(await orMissing('trending', async () => [1])).toEqual([1]);
  expect(orNone([1])).toEqual([1]);
});

it('lets a build fail', async () => {
  vi.stubEnv('NEXT_PHASE', 'phase-production-build');
  await expect(orMissing('trending', failing)).rejects.toThrow('no answer');
});

it('leaves to Next.js what it throws itself', async () => {
  const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/login;307;' });
  await expect(orMissing('trending', () => Promise.reject(redirect))).rejects.toBe(redirect);
});
