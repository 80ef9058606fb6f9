import FileSystemCacheModule from 'next/dist/server/lib/incremental-cache/file-system-cache.js';
import { staticPolicy } from './static-policy.mjs';

/** @typedef {import('next/dist/server/lib/incremental-cache/index.js').CacheHandler} CacheHandler */

// A CommonJS module of Next, whose class is the default export of its default export.
const FileSystemCache = FileSystemCacheModule.default ?? FileSystemCacheModule;

const name = 'content-security-policy';
/** Pages that have their header already. An entry stays the same object as long as it is in memory. */
const done = new WeakSet();

/**
 * Gives a prerendered page the policy that fits its inline scripts. Next sends the headers that are stored with a page.
 *
 * @param {Parameters<CacheHandler['set']>[1]} value
 */
async function addPolicy(value) {
  if (value?.kind !== 'APP_PAGE' || typeof value.postponed === 'string' || done.has(value)) return;
  value.headers = { ...value.headers, [name]: await staticPolicy(value.html) };
  done.add(value);
}

/**
 * Next's own cache of prerendered pages, which adds the Content-Security-Policy to each page that it stores or returns.
 */
export default class PageCache extends FileSystemCache {
  /** @param {Parameters<CacheHandler['get']>} args */
  async get(...args) {
    const entry = await super.get(...args);
    await addPolicy(entry?.value ?? null);
    return entry;
  }

  /** @param {Parameters<CacheHandler['set']>} args */
  async set(...args) {
    await addPolicy(args[1]);
    return super.set(...args);
  }
}
