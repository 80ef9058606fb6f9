import { LRUCache } from 'lru-cache';
import { redisUrl } from '../redis/client.mjs';
import { pageHeaders } from '../security/page-headers.mjs';
import { isBuilt, readBuildId, readBuilt } from './built-pages.mjs';
import { loadScriptsLate } from './late-scripts.mjs';
import { missingTag } from './missing-tag.mjs';
import { dropShared, readShared, writeShared } from './shared-entries.mjs';
import { announceTags, isExpired, isStale, syncTags, toOwn, toShared } from './tag-log.mjs';

/** @typedef {import('./types').Entry} Entry */
/** @typedef {import('./types').Lifetime} Lifetime */
/** @typedef {Entry['value']} Value */

const memoryBytes = 128 * 1024 * 1024;

/** @type {LRUCache<string, Entry>} */
const memory = new LRUCache({ maxSize: memoryBytes, sizeCalculation: ({ value }) => sizeOf(value) });

/**
 * The time when the rendering of a response began: later revalidations do not apply to it. A rendering of more than a
 * minute has failed.
 *
 * @type {LRUCache<string, number>}
 */
const begun = new LRUCache({ max: 10_000, ttl: 60_000 });

/**
 * Pages that already have their headers and late scripts. An entry is the same object while it is in memory.
 *
 * @type {WeakSet<Value>}
 */
const finished = new WeakSet();

/**
 * Stores the prerendered responses (`cacheHandler` of Next.js, which makes an instance per request): in memory up to a
 * number of bytes, and in Redis if configured. Others are read from the build, or rendered.
 */
export default class PageCache {
  #folder;

  /** @param {{ serverDistDir?: string }} options */
  constructor({ serverDistDir = '' }) {
    this.#folder = serverDistDir;
  }

  /**
   * @param {string} key
   * @param {{ kind: string }} context
   * @returns {Promise<Entry | null>} null if the response must be rendered
   */
  async get(key, { kind }) {
    if (!isStored({ kind })) return null;
    await syncTags();
    const own = memory.get(key) ?? (await readBuilt(this.#folder, key));
    const found = own && isFresh(own) ? own : newest(own, await this.#readShared(key));
    // The lifetime of a response of the build is available to Next.js only.
    if (!begun.has(key) && !(found?.cacheControl && isFresh(found))) begun.set(key, Date.now() - 1);
    if (!found || isExpired(tagsOf(found.value), found.lastModified)) return null;
    await finish(found.value);
    if (memory.get(key) !== found) memory.set(key, found);
    return isStale(tagsOf(found.value), found.lastModified) ? outdated(found) : found;
  }

  /**
   * @param {string} key
   * @param {Value | null} value is modified, because Next.js sends it after it is stored
   * @param {{ cacheControl?: Lifetime }} context
   */
  async set(key, value, { cacheControl }) {
    if (!value || !isStored(value)) return;
    await finish(value);
    const lastModified = begun.get(key) ?? Date.now();
    begun.delete(key);
    // The stored page stays in the cache.
    if (tagsOf(value).includes(missingTag)) return;
    // Unknown addresses are unlimited, so only the few 404 pages of the build are stored.
    const isThere = value.status === undefined || value.status === 200;
    if (!isThere && !(await isBuilt(this.#folder, key))) {
      memory.delete(key);
      if (redisUrl()) await dropShared(await this.#sharedKey(key));
      return;
    }
    memory.set(key, { value, lastModified, cacheControl });
    if (!redisUrl()) return;
    // A Buffer, because V8 serializes text with a character outside Latin-1 in twice the size.
    const packed = value.kind === 'APP_PAGE' ? { ...value, html: Buffer.from(value.html) } : value;
    const entry = { value: packed, cacheControl, made: toShared(lastModified) };
    await writeShared(await this.#sharedKey(key), entry, cacheControl?.expire);
  }

  /**
   * @param {string | string[]} tags
   * @param {{ expire?: number }} [durations]
   */
  async revalidateTag(tags, durations) {
    await announceTags(tags, durations);
  }

  resetRequestCache() {
    // There is no per-request cache.
  }

  /** Includes the build, because pages name files of their build. @param {string} key */
  async #sharedKey(key) {
    return `unstore:page:${await readBuildId(this.#folder)}:${key}`;
  }

  /** @param {string} key @returns {Promise<Entry | null>} */
  async #readShared(key) {
    const entry = redisUrl() ? await readShared(await this.#sharedKey(key)) : null;
    if (!entry) return null;
    const { value, cacheControl, made } = entry;
    if (value.html) value.html = value.html.toString();
    finished.add(value);
    return { value, cacheControl, lastModified: toOwn(made) };
  }
}

const isStored = (/** @type {{ kind: string }} */ { kind }) => kind === 'APP_PAGE' || kind === 'APP_ROUTE';

/** The tags of a response, in the header that Next.js documents. @param {Value} value @returns {string[]} */
function tagsOf({ headers }) {
  const tags = headers?.['x-next-cache-tags'];
  return typeof tags === 'string' ? tags.split(',') : [];
}

/** True if a response is within its lifetime and not revalidated. @param {Entry} entry */
function isFresh({ value, lastModified, cacheControl }) {
  const { revalidate } = cacheControl ?? {};
  const isOld = typeof revalidate === 'number' && Date.now() > lastModified + revalidate * 1000;
  return !isOld && !isStale(tagsOf(value), lastModified);
}

/** @param {Entry | null} own @param {Entry | null} other */
const newest = (own, other) => (other && other.lastModified > (own?.lastModified ?? 0) ? other : own);

/**
 * Marks a response as stale, so that Next.js serves it once more while it regenerates the page.
 *
 * @param {Entry} entry
 * @returns {Entry}
 */
function outdated({ value, lastModified, cacheControl }) {
  const revalidate = cacheControl?.revalidate || 1;
  const since = Math.min(lastModified, Date.now() - revalidate * 1000 - 1);
  return { value, lastModified: since, cacheControl: { ...cacheControl, revalidate } };
}

/**
 * Adds policy and late scripts to a prerendered page. A partially prerendered page is unchanged.
 *
 * @param {Value} value
 */
async function finish(value) {
  if (value.kind !== 'APP_PAGE' || value.postponed !== undefined || finished.has(value)) return;
  const { html, script } = loadScriptsLate(value.html);
  const isShared = !tagsOf(value).includes(missingTag);
  value.html = html;
  value.headers = { ...value.headers, ...(await pageHeaders(html, { isShared, scripts: script ? [script] : [] })) };
  finished.add(value);
}

/**
 * Estimates the memory of a response in bytes: text with a character outside Latin-1 takes two per character.
 *
 * @param {Value} value
 */
function sizeOf(value) {
  if (value.kind === 'APP_ROUTE') return value.body.length + 1;
  const segments = [...(value.segmentData?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
  return 2 * value.html.length + (value.rscData?.length ?? 0) + segments + JSON.stringify(value.headers ?? {}).length;
}
