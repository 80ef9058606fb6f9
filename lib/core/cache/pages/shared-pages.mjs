import { redisUrl } from '../../redis/client.mjs';
import { readShared, writeShared } from '../shared-entries.mjs';
import { announceTags, isExpired, syncTags, toOwn, toShared } from '../tag-log.mjs';
import { isFresh, tagsOf } from './page-age.mjs';
import { noteStart, takeStart } from './render-starts.mjs';

/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandler} CacheHandler */
/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandlerValue} Entry */
/** @typedef {typeof import('next/dist/server/lib/incremental-cache/file-system-cache.js').default} PagesOfOneNode */

const shared = new Set(['APP_PAGE', 'APP_ROUTE']);
/**
 * Lets all nodes share their prerendered pages, where there is a Redis (docs/several-nodes.md). What a node has in
 * memory or from its build is asked first; what it has not, or is not fresh, it asks of Redis. New pages go into memory
 * and into Redis; the disk stays as the build has left it.
 *
 * @param {PagesOfOneNode} Pages Next's own cache, or one that is made from it
 */
export function sharePages(Pages) {
  return class SharedPages extends Pages {
    #prefix = '';

    /** @param {ConstructorParameters<PagesOfOneNode>[0]} context */
    constructor(context) {
      super(redisUrl() ? { ...context, flushToDisk: false } : context);
      this.buildFolder = context.serverDistDir;
    }

    /** Pages of another build would name files that this one does not have. @param {string} key */
    async #keyOf(key) {
      if (!this.#prefix) {
        const id = await this.fs.readFile(`${this.buildFolder}/../BUILD_ID`, 'utf8');
        this.#prefix = `unstore:page:${id.trim()}:`;
      }
      return this.#prefix + key;
    }

    /** @param {Parameters<CacheHandler['get']>} args */
    async get(...args) {
      const [key, { kind }] = args;
      if (!redisUrl() || !shared.has(kind)) return super.get(...args);
      await syncTags();
      const own = await super.get(...args);
      if (own && isFresh(own)) return own;
      const other = await this.#ask(key);
      const newest = other && (other.lastModified ?? 0) > (own?.lastModified ?? 0) ? other : own;
      if (newest === other && other) Pages.memoryCache?.set(key, other);
      if (!newest || !isFresh(newest)) noteStart(key);
      return newest;
    }

    /** @param {string} key @returns {Promise<Entry | null>} */
    async #ask(key) {
      const entry = await readShared(await this.#keyOf(key));
      if (!entry) return null;
      const { value, cacheControl, made } = entry;
      const found = { value: { ...value, html: value.html?.toString() }, cacheControl, lastModified: toOwn(made) };
      return isExpired(tagsOf(found), found.lastModified) ? null : found;
    }

    /** @param {Parameters<CacheHandler['set']>} args */
    async set(...args) {
      const [key, value, context] = args;
      await super.set(...args);
      if (!redisUrl() || !value || !shared.has(value.kind)) return;
      const lastModified = takeStart(key);
      const { cacheControl } = /** @type {Entry} */ (context);
      Pages.memoryCache?.set(key, { value, lastModified, cacheControl });
      // Anybody can ask for any number of addresses that do not exist.
      if ('status' in value && value.status === 404) return;
      // As bytes, because V8 packs a text with a character outside Latin-1 in twice the room.
      const html = 'html' in value ? { html: Buffer.from(value.html) } : {};
      const entry = { value: { ...value, ...html }, cacheControl, made: toShared(lastModified) };
      await writeShared(await this.#keyOf(key), entry, cacheControl?.expire);
    }

    /** @param {Parameters<CacheHandler['revalidateTag']>} args */
    async revalidateTag(...args) {
      await super.revalidateTag(...args);
      await announceTags(...args);
    }
  };
}
