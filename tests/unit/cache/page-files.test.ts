import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import disk from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tagsManifest } from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js';
import { nodeFs } from 'next/dist/server/lib/node-fs-methods.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import PageCache from '@/lib/core/cache/page-cache.mjs';
import { PageFiles } from '@/lib/core/cache/pages/page-files.mjs';

const source = createHash('sha256').update('/x').digest('hex');
const keyOf = (path: string) => `/route-cache/APP_PAGE/${source}/$${path}`;
const context = { kind: 'APP_PAGE', isRoutePPREnabled: true, isFallback: false };
const page = (text: string, status = 200) => ({
  kind: 'APP_PAGE',
  html: `<html>${text}</html>`,
  rscData: Buffer.from(`data of ${text}`),
  postponed: undefined,
  status,
  headers: { 'x-next-cache-tags': `product:${text}` },
  segmentData: new Map([['/_tree', Buffer.from(`tree of ${text}`)]]),
});
type Page = Omit<ReturnType<typeof page>, 'segmentData'> & { segmentData?: Map<string, Buffer> };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A cache of a new process: what it knows is what is on disk. */
function open<Cache>(Kind: new (...args: never[]) => Cache, limits?: object, memory = 0): Cache {
  const options = {
    fs: nodeFs,
    flushToDisk: true,
    serverDistDir: folder,
    revalidatedTags: [],
    maxMemoryCacheSize: memory,
  };
  return Reflect.construct(Kind, [options, limits]);
}
const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const textOf = async (cache: { get: (...args: never[]) => Promise<unknown> }, path: string) => {
  const entry = (await cache.get(...([keyOf(path), context] as never[]))) as { value: Page } | null;
  return entry && [entry.value.html, String(entry.value.rscData), String(entry.value.segmentData?.get('/_tree'))];
};
const set = (cache: { set: (...args: never[]) => Promise<unknown> }, path: string, value: object) =>
  cache.set(...([keyOf(path), value, context] as never[]));

/** What the build leaves of a page. */
function build(path: string, text: string, status = 200) {
  const at = join(folder, 'app', path);
  mkdirSync(join(at, '..'), { recursive: true });
  writeFileSync(`${at}.html`, `<html>${text}</html>`);
  writeFileSync(`${at}.rsc`, `data of ${text}`);
  const routeCache = { key: keyOf(path), isFallback: false, owner: { kind: 'APP_PAGE', sourceRoute: '/x' } };
  writeFileSync(`${at}.meta`, JSON.stringify({ status, headers: {}, routeCache }));
}

it('a page that was kept is read whole by the next process', async () => {
  await set(open(PageFiles), '/es/p/a', page('a'));
  expect(await textOf(open(PageFiles), '/es/p/a')).toEqual(['<html>a</html>', 'data of a', 'tree of a']);
  await set(open(PageFiles), '/es/p/a', page('b'));
  expect(await textOf(open(PageFiles), '/es/p/a')).toEqual(['<html>b</html>', 'data of b', 'tree of b']);
});

const revalidate = (cache: PageFiles, tag: string) =>
  (cache as unknown as { revalidateTag: (tag: string, durations: object) => Promise<void> }).revalidateTag(tag, {
    expire: 0,
  });

it('what was revalidated while a page was rendered is not in it', async () => {
  const cache = open(PageFiles);
  expect(await textOf(cache, '/es/p/late')).toBeNull();
  await revalidate(cache, 'product:late');
  await set(cache, '/es/p/late', page('late'));
  expect(await textOf(cache, '/es/p/late')).toBeNull();
  await set(cache, '/es/p/late', page('late'));
  expect(await textOf(cache, '/es/p/late')).not.toBeNull();
});

it('keeps so many pages, and forgets the one that was unused for longest', async () => {
  const limits = { pages: 3, bytes: 1_000_000 };
  const cache = open(PageFiles, limits);
  for (const name of ['a', 'b', 'c']) await set(cache, `/es/p/${name}`, page(name));
  await textOf(cache, '/es/p/a');
  await set(cache, '/es/p/d', page('d'));
  expect(await textOf(cache, '/es/p/b')).toBeNull();
  for (const name of ['a', 'c', 'd']) expect(await textOf(cache, `/es/p/${name}`)).not.toBeNull();
  expect(files()).toHaveLength(3 * 4);
});

it('keeps so many bytes', async () => {
  const cache = open(PageFiles, { pages: 100, bytes: 250_000 });
  for (let at = 0; at < 20; at += 1) await set(cache, `/es/p/${at}`, page('x'.repeat(20_000)));
  const bytes = files().reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(260_000);
});

it('counts what earlier processes have kept', async () => {
  for (const name of ['a', 'b', 'c', 'd'])
    await set(open(PageFiles, { pages: 9, bytes: 1e9 }), `/es/p/${name}`, page(name));
  // A process counts a folder once, so a copy stands for a later process.
  const moved = `${folder}-later`;
  cpSync(folder, moved, { recursive: true, preserveTimestamps: true });
  rmSync(folder, { recursive: true });
  folder = moved;
  await set(open(PageFiles, { pages: 2, bytes: 1e9 }), '/es/p/e', page('e'));
  expect(await textOf(open(PageFiles), '/es/p/a')).toBeNull();
  expect(await textOf(open(PageFiles), '/es/p/e')).not.toBeNull();
  expect(files().filter(({ name }) => name.endsWith('.html'))).toHaveLength(2);
});

it('pages of the build do not count, and are not forgotten', async () => {
  build('/es/p/a', 'a');
  const cache = open(PageFiles, { pages: 1, bytes: 1e9 });
  await set(cache, '/es/p/a', page('new'));
  for (const name of ['b', 'c']) await set(cache, `/es/p/${name}`, page(name));
  expect((await textOf(open(PageFiles), '/es/p/a'))?.[0]).toBe('<html>new</html>');
  expect(await textOf(cache, '/es/p/b')).toBeNull();
});

it('what is not there is answered from memory for a moment, and never stored', async () => {
  const cache = open(PageCache);
  await set(cache, '/es/p/none', page('none', 404));
  expect((await textOf(cache, '/es/p/none'))?.[0]).toBe('<html>none</html>');
  for (let at = 0; at < 100; at += 1) await set(cache, `/es/p/none-${at}`, page('none', 404));
  expect(await textOf(cache, '/es/p/none')).toBeNull();
  expect(await textOf(cache, '/es/p/none-99')).not.toBeNull();
  expect(files()).toEqual([]);
});

it('what has come to an address since is shown at once', async () => {
  const cache = open(PageCache);
  vi.useFakeTimers({ toFake: ['Date'] });
  // Next.js compares with this clock.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - performance.timeOrigin);
  await set(cache, '/es/p/new', page('new', 404));
  vi.advanceTimersByTime(2);
  tagsManifest.set('product:new', { expired: Date.now() });
  expect(await textOf(cache, '/es/p/new')).toBeNull();
  clock.mockRestore();
});

it('a kept page that is gone is forgotten, and one of the build is replaced', async () => {
  build('/es/p/built', 'built');
  const cache = open(PageCache);
  await set(cache, '/es/p/kept', page('kept'));
  for (const name of ['kept', 'built']) await set(cache, `/es/p/${name}`, page('gone', 404));
  expect(await textOf(open(PageFiles), '/es/p/kept')).toBeNull();
  expect((await textOf(open(PageFiles), '/es/p/built'))?.[0]).toBe('<html>gone</html>');
});

it('an address that names nothing gets the 404 of the build, without being rendered', async () => {
  build('/es/404', 'not here', 404);
  build('/es/account/__nothing_to_prerender__', 'nobody', 404);
  class Shop extends PageCache {
    override async isThere(path: string) {
      return !/none$/.test(path);
    }
  }
  const cache = open(Shop);
  expect((await textOf(cache, '/es/p/none'))?.[0]).toBe('<html>not here</html>');
  expect(await textOf(cache, '/es/p/some')).toBeNull();
  expect((await textOf(cache, '/es/account/none'))?.[0]).toBe('<html>nobody</html>');
  // The shell of a route has no address yet.
  expect(await textOf(cache, '/es/p/[slug]')).toBeNull();
  expect(await textOf(cache, '/es')).toBeNull();
  build('/_not-found', 'nowhere', 404);
  expect((await textOf(cache, '/api/some'))?.[0]).toBe('<html>nowhere</html>');
});

it('keeps no page of which a section could not be loaded, and what was kept before stays', async () => {
  const cache = open(PageCache);
  const partial = page('half <section data-section-missing="true">Error</section>');
  await set(cache, '/es/p/a', partial);
  expect(partial.headers).toMatchObject({ 'cdn-cache-control': 'no-store' });
  expect(await textOf(open(PageCache), '/es/p/a')).toBeNull();
  await set(cache, '/es/p/a', page('whole'));
  await set(cache, '/es/p/a', page('half <section data-section-missing="true">Error</section>'));
  expect((await textOf(open(PageCache), '/es/p/a'))?.[0]).toBe('<html>whole</html>');
});

/** Lets no file be written whole from now on. */
function fillDisk() {
  const writeFile = disk.writeFile;
  return vi.spyOn(disk, 'writeFile').mockImplementation(async (file, data) => {
    await writeFile(file, String(data).slice(0, 9));
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
}

it('a page that the disk does not take is rendered again, not shown as it was before', async () => {
  build('/es/p/built', 'built');
  await set(open(PageFiles), '/es/p/built', page('old'));
  await set(open(PageFiles), '/es/p/a', page('old'));
  const full = fillDisk();
  for (const path of ['/es/p/a', '/es/p/built', '/es/p/new']) {
    await expect(set(open(PageFiles), path, page('new'))).rejects.toThrow('no space left');
    expect([path, await textOf(open(PageFiles), path)]).toEqual([path, null]);
  }
  full.mockRestore();
  for (const path of ['/es/p/a', '/es/p/built', '/es/p/new']) {
    await set(open(PageFiles), path, page('new'));
    expect((await textOf(open(PageFiles), path))?.[0]).toBe('<html>new</html>');
  }
});

it('what a full disk has taken of a page goes, and leaves room', async () => {
  await set(open(PageFiles), '/es/p/a', page('old'));
  const full = fillDisk();
  await expect(set(open(PageFiles), '/es/p/a', page('new'))).rejects.toThrow('no space left');
  await vi.waitFor(() => expect(files()).toEqual([]));
  full.mockRestore();
});

it.each(['.html', '.meta', '.rsc', '.segment.rsc'])(
  'a page is none when its process ends within its %s',
  async (end) => {
    await set(open(PageFiles), '/es/p/a', page('old'));
    const writeFile = disk.writeFile;
    const isEnd = (file: unknown) =>
      String(file).endsWith(end) && (end === '.segment.rsc' || !/segments/.test(String(file)));
    let ended = () => {};
    const broken = new Promise<void>((resolve) => {
      ended = resolve;
    });
    vi.spyOn(disk, 'writeFile').mockImplementation(async (file, data) => {
      if (!isEnd(file)) return writeFile(file, data as string);
      await writeFile(file, String(data).slice(0, 9));
      ended();
      return new Promise(() => {});
    });
    void set(open(PageFiles), '/es/p/a', page('new'));
    await broken;
    // The other files of the page are written beside it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await textOf(open(PageFiles), '/es/p/a')).toBeNull();
  },
);

it('a page whose HTML a machine has lost is none', async () => {
  build('/es/p/built', 'built');
  for (const [path, lost] of [
    ['/es/p/a', ''],
    ['/es/p/b', '<html>b'],
    ['/es/p/built', ''],
  ] as const) {
    await set(open(PageFiles), path, page('kept'));
    const [html] = files().filter(({ name, parentPath }) => join(parentPath, name).includes(keyOf(`${path}.html`)));
    writeFileSync(join(html?.parentPath ?? '', html?.name ?? ''), lost);
    expect([path, await textOf(open(PageFiles), path)]).toEqual([path, null]);
  }
});

// The last tests here: Next.js has one memory for all caches of a process, and keeps it.
it('nor is it in what is kept in memory', async () => {
  const cache = open(PageFiles, undefined, 1_000_000);
  expect(await textOf(cache, '/es/p/later')).toBeNull();
  await revalidate(cache, 'product:later');
  await set(cache, '/es/p/later', page('later'));
  expect(await textOf(cache, '/es/p/later')).toBeNull();
  await set(cache, '/es/p/later', page('later'));
  expect(await textOf(cache, '/es/p/later')).not.toBeNull();
});

it('a page that the disk does not take is shown from memory', async () => {
  const cache = open(PageFiles, undefined, 1_000_000);
  await set(cache, '/es/p/full', page('old'));
  fillDisk();
  await expect(set(cache, '/es/p/full', page('new'))).rejects.toThrow('no space left');
  expect((await textOf(open(PageFiles, undefined, 1_000_000), '/es/p/full'))?.[0]).toBe('<html>new</html>');
});
