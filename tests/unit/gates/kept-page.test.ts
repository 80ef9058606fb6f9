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

it('is refreshed once a minute, and the new one is served from then on', async () => {
  expect(await html()).toBe('page of one');
  release = 'two';
  expect(await html()).toBe('page of one');
  expect(asked).toBe(1);
  vi.advanceTimersByTime(61_000);
  // Nobody waits for the new one.
  expect(await Promise.all([html(), html(), html()])).toEqual(['page of one', 'page of one', 'page of one']);
  await vi.waitFor(async () => expect(await html()).toBe('page of two'));
  expect(asked).toBe(2);
});

it('is kept if a refresh fails', async () => {
  release = 'away';
  vi.advanceTimersByTime(600_000);
  expect([await html(), await html()]).toEqual(['page of two', 'page of two']);
});
