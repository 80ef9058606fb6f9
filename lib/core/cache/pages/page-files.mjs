import FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js';
import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js';
import { isFresh } from './page-age.mjs';
import { noteStart, takeStart } from './render-starts.mjs';

/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandler} CacheHandler */
/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandlerValue} Entry */
/** @typedef {Extract<Parameters<CacheHandler['set']>[1], { kind: 'APP_PAGE' }>} Page */
/** @typedef {{ pages: number, bytes: number }} Limits */

// A CommonJS module of Next, whose class is the default export of its default export.
const FileSystemCache = FileSystemCacheModule.default ?? FileSystemCacheModule;

const kind = 'APP_PAGE';
const folder = '/route-cache/';
/** What stands before the address in the key of a page. */
const marker = '/$/';

/** @type {Limits} */
const defaults = { pages: 2_000, bytes: 512 * 1024 * 1024 };

/**
 * The pages that were kept while the shop runs, with their sizes, the longest unused first. One for each folder: Next.js
 * makes a cache for every request.
 *
 * @type {Map<string, Promise<Map<string, number>>>}
 */
const keptIn = new Map();

/** Node's files. Next.js bundles this with the middleware, which never calls it and may run where they are missing. */
const files = () => globalThis.process.getBuiltinModule('node:fs/promises');

/**
 * Next's own store of rendered pages, in memory and on disk, with four changes. It keeps at most so many pages beside
 * those of the build, and forgets the one that was unused for longest. It stores what a page answers to a navigation in
 * the browser along with its HTML: Next.js 16.4 leaves that out, and then cannot read the page again, or answers a
 * navigation with an older version than a visit. A page is as old as the beginning of its rendering: what was
 * revalidated while it was rendered may not be in it. And a page that a full disk or the end of the process has left
 * half written is none.
 */
export class PageFiles extends FileSystemCache {
  /**
   * @param {ConstructorParameters<typeof FileSystemCache>[0]} context
   * @param {Limits} limits
   */
  constructor(context, limits = defaults) {
    super(context);
    this.limits = limits;
  }

  /** @param {Parameters<CacheHandler['get']>} args */
  async get(...args) {
    const entry = await super.get(...args);
    if (this.flushToDisk && entry && isTorn(entry)) {
      FileSystemCache.memoryCache?.remove(args[0]);
      await this.#erase(args[0]);
      noteStart(args[0]);
      return null;
    }
    if (entry?.value?.kind === kind) await this.#touch(args[0]);
    if (this.flushToDisk && args[1].kind === kind && !(entry && isFresh(entry))) noteStart(args[0]);
    return entry;
  }

  /** @param {Parameters<CacheHandler['set']>} args */
  async set(...args) {
    const [key, value, context] = args;
    if (!this.flushToDisk || value?.kind !== kind || !key.startsWith(folder)) return super.set(key, value, context);
    const since = takeStart(key);
    const stored = this.#store(key, value, context, since);
    // Next.js has put it there with the time of now.
    const { cacheControl } = /** @type {Entry} */ (context);
    FileSystemCache.memoryCache?.set(key, { value, lastModified: since, cacheControl });
    await stored;
    await this.#count(key, sizeOf(value));
  }

  /**
   * Writes a page. Its `.meta`, without which the rest is not a page, goes first and comes last. Of a page that the disk
   * does not take nothing stays there, least of all what it was before.
   *
   * @param {string} key
   * @param {Page} page
   * @param {Parameters<CacheHandler['set']>[2]} context
   * @param {number} since
   */
  async #store(key, page, context, since) {
    const { fs } = this;
    const meta = this.getFilePath(`${key}.meta`, kind);
    const html = this.getFilePath(`${key}.html`, kind);
    /** @type {Promise<void>[]} */
    const writes = [];
    /** @type {Promise<void> | undefined} */
    let hidden;
    /** @type {Parameters<typeof fs.writeFile>[1]} */
    let last = '';
    /** @type {typeof fs.writeFile} */
    const write = async (file, data) => {
      hidden ??= files().rm(meta, { force: true });
      await hidden;
      await fs.writeFile(file, data);
    };
    /** @type {typeof fs.writeFile} */
    const writeFile = (file, data) => {
      if (file !== meta) {
        const written = write(file, data);
        writes.push(written);
        return written;
      }
      last = data;
      return Promise.resolve();
    };
    try {
      const ordered = Object.create(fs, { writeFile: { value: writeFile } });
      await super.set.call(Object.create(this, { fs: { value: ordered } }), key, page, context);
      if (page.rscData && !page.postponed) await write(this.getFilePath(`${key}.rsc`, kind), page.rscData);
      await files().utimes(html, since / 1000, since / 1000);
      await fs.writeFile(meta, last);
    } catch (error) {
      await Promise.allSettled(writes);
      await this.#erase(key);
      throw error;
    }
  }

  /**
   * Whether the build rendered this page: it would come back from there.
   *
   * @param {string} key
   */
  isBuilt(key) {
    const at = key.indexOf(marker);
    // Two routes may answer at one address; the build says which of them it rendered.
    return at !== -1 && this.builtKey(key.slice(at + 2)) === key;
  }

  /**
   * The key of the page that the build rendered at an address, or undefined.
   *
   * @param {string} path with the language in front
   * @returns {string | undefined}
   */
  builtKey(path) {
    const file = this.getFilePath(`${path}.meta`, kind);
    return this.fs.existsSync(file) ? JSON.parse(this.fs.readFileSync(file, 'utf8')).routeCache?.key : undefined;
  }

  /**
   * Forgets a page, in memory and on disk.
   *
   * @param {string} key
   */
  async forget(key) {
    FileSystemCache.memoryCache?.remove(key);
    // Next.js remembers how long each page lives, and never forgets one by itself.
    SharedCacheControls.cacheControls.delete(key);
    if ((await this.#kept()).has(key)) await this.#erase(key);
  }

  /**
   * Takes a page from the disk. Of a page that the build rendered too, the HTML stays: without its `.meta` it is no
   * page, but while it is there, Next.js does not read the older one of the build in its place.
   *
   * @param {string} key
   */
  async #erase(key) {
    (await this.#kept()).delete(key);
    const ends = this.isBuilt(key) ? ['.meta'] : ['.meta', '.html', '.rsc', '.segments'];
    for (const end of ends) await files().rm(this.getFilePath(`${key}${end}`, kind), { recursive: true, force: true });
  }

  /** @param {string} key */
  async #touch(key) {
    const kept = await this.#kept();
    const bytes = kept.get(key);
    if (bytes === undefined) return;
    kept.delete(key);
    kept.set(key, bytes);
  }

  /**
   * @param {string} key
   * @param {number} bytes
   */
  async #count(key, bytes) {
    if (this.isBuilt(key)) return;
    const kept = await this.#kept();
    kept.delete(key);
    kept.set(key, bytes);
    let sum = [...kept.values()].reduce((total, size) => total + size, 0);
    for (const [oldest, size] of kept) {
      if (kept.size <= this.limits.pages && sum <= this.limits.bytes) break;
      await this.forget(oldest);
      sum -= size;
    }
  }

  #kept() {
    const place = this.getFilePath(folder, kind);
    const kept = keptIn.get(place) ?? this.#find(place);
    keptIn.set(place, kept);
    return kept;
  }

  /**
   * The pages that an earlier process kept, the longest unwritten first.
   *
   * @param {string} place
   */
  async #find(place) {
    /** @type {Map<string, { bytes: number, written: number }>} */
    const found = new Map();
    const names = this.flushToDisk ? await files().readdir(place, { recursive: true }).catch(noFolder) : [];
    for (const name of names) {
      const [, path] = /^(.+?)(?:\.html|\.meta|\.rsc|\.segments\/.+\.rsc)$/.exec(name) ?? [];
      if (!path || this.isBuilt(`${folder}${path}`)) continue;
      const { size, mtimeMs } = await files().stat(`${place}${name}`);
      const { bytes, written } = found.get(`${folder}${path}`) ?? { bytes: 0, written: 0 };
      found.set(`${folder}${path}`, { bytes: bytes + size, written: Math.max(written, mtimeMs) });
    }
    const oldestFirst = [...found].sort(([, a], [, b]) => a.written - b.written);
    return new Map(oldestFirst.map(([key, { bytes }]) => [key, bytes]));
  }
}

/** @param {NodeJS.ErrnoException} error */
function noFolder(error) {
  if (error.code !== 'ENOENT') throw error;
  return [];
}

/**
 * Whether a machine that stopped has lost a part of a page that it had written.
 *
 * @param {Entry} entry
 */
function isTorn({ value }) {
  return value?.kind === kind && !value.postponed && !value.html.endsWith('</html>');
}

/** @param {Page} page */
function sizeOf({ html, rscData, segmentData, headers }) {
  const segments = [...(segmentData?.values() ?? [])].reduce((sum, segment) => sum + segment.length, 0);
  return html.length + (rscData?.length ?? 0) + segments + JSON.stringify(headers ?? {}).length;
}
