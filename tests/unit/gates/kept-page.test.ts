import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('@/lib/core/env', () => ({ env: () => ({ SITE_URL: 'https://shop.test' }) }));
const { getKeptPage } = await import('@/lib/gates/kept-page');

let release = 'one';
let asked = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    if (release === 'away') throw new TypeError('fetch failed');
    return new Response(`page of ${release}`, { headers: { 'content-security-policy': 'p' } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const html = async () => (await getKeptPage('/maintenance', 'es'))?.html;

it('a kept page is refreshed once a minute, and then served in its new version', async () => {
  expect(await html()).toBe('page of one');
  release = 'two';
  expect(await html()).toBe('page of one');
  expect(asked).toBe(1);
  vi.advanceTimersByTime(60_000);
  // No request waits for the new one.
  expect(await Promise.all([html(), html(), html()])).toEqual(['page of one', 'page of one', 'page of one']);
  await expect.poll(() => html()).toBe('page of two');
  expect(asked).toBe(2);
});

it('a kept page is kept if a refresh fails', async () => {
  release = 'away';
  vi.advanceTimersByTime(600_000);
  expect([await html(), await html()]).toEqual(['page of two', 'page of two']);
});

it('a kept page is fetched in its language, with the policy and cache header of its response', async () => {
  const calls: [string, string | null][] = [];
  let headers: Record<string, string> = { 'content-security-policy': 'p', 'cdn-cache-control': 'max-age=3' };
  vi.stubGlobal('fetch', async (address: string, { headers: sent, redirect, cache }: RequestInit) => {
    calls.push([address, new Headers(sent).get('cookie')]);
    expect([redirect, cache]).toEqual(['error', 'no-store']);
    return new Response('page', { headers });
  });
  expect(await getKeptPage('/missing', 'en')).toEqual({ html: 'page', policy: 'p', sharing: 'max-age=3' });
  headers = {};
  const bare = await getKeptPage('/missing', 'es');
  expect(bare?.sharing).toBe('no-store');
  expect(bare?.policy).toContain("default-src 'none'");
  expect(calls).toEqual([
    ['https://shop.test/missing', 'i18next=en'],
    ['https://shop.test/missing', 'i18next=es'],
  ]);
});

it('an error of the shop is not kept as a page', async () => {
  vi.stubGlobal('fetch', async () => new Response('broken', { status: 500 }));
  expect(await getKeptPage('/outage', 'es')).toBeNull();
});
