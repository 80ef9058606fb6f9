import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import PageCache from '@/lib/core/cache/page-cache.mjs';
import type { Entry, Page } from '@/lib/core/cache/types';

let folder: string;
let cache: PageCache;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  // The build began long before this process.
  writeFileSync(join(folder, 'BUILD_ID'), '1');
  cache = new PageCache({ serverDistDir: join(folder, 'server') });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** The key of a page; each test has paths of its own, as all caches of a process share their memory. */
const keyOf = (path: string) => `/route-cache/APP_PAGE/0/$${path}`;
const page = (text: string, change: Partial<Page> & { tags?: string[] } = {}): Page => ({
  kind: 'APP_PAGE',
  html: `<html><head></head>${text}</html>`,
  rscData: Buffer.from(`data of ${text}`),
  segmentData: new Map([['/_tree', Buffer.from(`tree of ${text}`)]]),
  headers: { 'x-next-cache-tags': ['_N_T_/layout', ...(change.tags ?? [])].join(',') },
  ...change,
});
const lifetime = { revalidate: 3_600, expire: 86_400 };
const set = (path: string, value: Page) => cache.set(keyOf(path), value, { cacheControl: lifetime });
const get = (path: string) => cache.get(keyOf(path), { kind: 'APP_PAGE' });
const textOf = (entry: Entry | null) =>
  entry?.value.kind === 'APP_PAGE' && />([^<]*)<\/html>/.exec(entry.value.html)?.[1];
/** Next.js's rule: an entry past its revalidation time is served stale once. */
const isStale = (entry: Entry | null) =>
  entry !== null && Date.now() > entry.lastModified + Number(entry.cacheControl?.revalidate) * 1000;

/** Writes a page as `next build` does. */
function build(path: string, text: string, { status = 200, ...change }: Partial<Page> & { tags?: string[] } = {}) {
  const { html, headers } = page(text, change);
  const file = join(folder, 'server/app', path);
  mkdirSync(dirname(`${file}.segments/_tree`), { recursive: true });
  writeFileSync(`${file}.html`, html);
  if (change.postponed === undefined) writeFileSync(`${file}.rsc`, `data of ${text}`);
  writeFileSync(`${file}.segments/_tree.segment.rsc`, `tree of ${text}`);
  const { postponed } = change;
  const routeCache = { key: keyOf(path) };
  writeFileSync(`${file}.meta`, JSON.stringify({ status, headers, postponed, segmentPaths: ['/_tree'], routeCache }));
}

it('the page cache serves a rendered page with its policy', async () => {
  expect(await get('/es/p/a')).toBeNull();
  const value = page('<script>self.__next_f.push([1])</script>a');
  await set('/es/p/a', value);
  // Next.js sends the stored value.
  expect(value.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-"),
    'cdn-cache-control': 'max-age=3, stale-while-revalidate=4',
  });
  const found = await get('/es/p/a');
  expect([textOf(found), isStale(found), found?.value]).toEqual(['a', false, value]);
});

it('the page cache serves a page of the build as stale once, then a new one', async () => {
  build('/es/p/built', 'built');
  const found = await get('/es/p/built');
  expect([textOf(found), isStale(found)]).toEqual(['built', true]);
  expect(found?.value).toMatchObject({
    rscData: Buffer.from('data of built'),
    segmentData: new Map([['/_tree', Buffer.from('tree of built')]]),
    headers: { 'content-security-policy': expect.any(String) },
  });
  await set('/es/p/built', page('new'));
  expect([textOf(await get('/es/p/built')), isStale(await get('/es/p/built'))]).toEqual(['new', false]);
});

it('the page cache keeps the prerendered shell of a page rendered per request unchanged', async () => {
  build('/es/cart', '', { postponed: 'rest' });
  const found = await get('/es/cart');
  expect(found?.value).toMatchObject({ postponed: 'rest', html: page('').html });
  expect(found?.value.headers).not.toHaveProperty('content-security-policy');
});

it.each(['/es/p/other', '/../../secret', '/es/p'])('the page cache does not serve %s from the build', async (path) => {
  build('/es/p/one', 'one');
  writeFileSync(join(folder, 'secret.meta'), '{}');
  expect(await get(path)).toBeNull();
});

it('the page cache serves a revalidated page as stale once, and never an expired one', async () => {
  await set('/es/p/soon', page('old', { tags: ['product:soon'] }));
  await set('/es/p/now', page('old', { tags: ['product:now'] }));
  await cache.revalidateTag('product:soon', { expire: 31_536_000 });
  await cache.revalidateTag(['product:now'], { expire: 0 });
  expect([textOf(await get('/es/p/soon')), isStale(await get('/es/p/soon'))]).toEqual(['old', true]);
  expect(await get('/es/p/now')).toBeNull();
});

it('a page is stale if its tag was revalidated during rendering', async () => {
  expect(await get('/es/p/late')).toBeNull();
  await cache.revalidateTag('product:late', { expire: 0 });
  await set('/es/p/late', page('late', { tags: ['product:late'] }));
  expect(await get('/es/p/late')).toBeNull();
});

it('the page cache stores no 404, and deletes an earlier page', async () => {
  await set('/es/p/none', page('none', { status: 404 }));
  expect(await get('/es/p/none')).toBeNull();
  await set('/es/p/moved', page('moved', { status: 308 }));
  expect(await get('/es/p/moved')).toBeNull();
  await set('/es/p/gone', page('there'));
  await set('/es/p/gone', page('gone', { status: 404 }));
  expect(await get('/es/p/gone')).toBeNull();
  build('/es/404', 'not here', { status: 404 });
  await set('/es/404', page('still not here', { status: 404 }));
  expect(textOf(await get('/es/404'))).toBe('still not here');
});

it('a page with a missing section is not stored, not even by a CDN, and the earlier page stays', async () => {
  await set('/es/p/whole', page('whole'));
  const partial = page('half', { tags: ['missing'] });
  await set('/es/p/whole', partial);
  expect(partial.headers).toMatchObject({ 'cdn-cache-control': 'no-store' });
  expect(textOf(await get('/es/p/whole'))).toBe('whole');
  const look = page('<p> data-section-missing="true"</p>');
  await set('/es/p/look', look);
  expect(look.headers).toMatchObject({ 'cdn-cache-control': 'max-age=3, stale-while-revalidate=4' });
  expect(await get('/es/p/look')).not.toBeNull();
});

it('the page cache limits its bytes, evicting the least recently used', async () => {
  const text = 'x'.repeat(10_000_000);
  for (let at = 0; at < 9; at += 1) {
    await set(`/es/p/large-${at}`, page(text));
    await get('/es/p/large-0');
  }
  expect(await get('/es/p/large-0')).not.toBeNull();
  expect(await get('/es/p/large-1')).toBeNull();
  expect(await get('/es/p/large-8')).not.toBeNull();
});

it('the page cache is used for pages and routes only', async () => {
  await cache.set('image', { kind: 'IMAGE' } as never, {});
  expect(await cache.get('image', { kind: 'IMAGE' })).toBeNull();
});
