import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external.js';
import { areTagsExpired } from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js';

/** @typedef {NonNullable<Awaited<ReturnType<import('next/dist/server/lib/incremental-cache/index.js').CacheHandler['get']>>>} Entry */

const limits = { pages: 64, milliseconds: 5_000 };

/**
 * The answers to addresses that name nothing. Anybody can invent as many as they like, so only the last few are kept, in
 * memory and for seconds: long enough for one that everybody asks at once.
 */
export class UnknownPages {
  /** @type {Map<string, Entry & { lastModified: number }>} the oldest first */
  #pages = new Map();

  /**
   * @param {string} key
   * @returns {Entry | null}
   */
  get(key) {
    const entry = this.#pages.get(key);
    if (!entry) return null;
    const tags = entry.value?.kind === 'APP_PAGE' ? entry.value.headers?.['x-next-cache-tags'] : undefined;
    const isOver =
      Date.now() - entry.lastModified > limits.milliseconds ||
      // Something may have come to this address since.
      (typeof tags === 'string' && areTagsExpired(tags.split(','), entry.lastModified));
    if (isOver) this.delete(key);
    return isOver ? null : entry;
  }

  /**
   * @param {string} key
   * @param {Entry['value']} value
   * @param {Entry['cacheControl']} cacheControl
   */
  set(key, value, cacheControl) {
    this.delete(key);
    this.#pages.set(key, { value, cacheControl, lastModified: Date.now() });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > limits.pages && oldest !== undefined) this.delete(oldest);
  }

  /** @param {string} key */
  delete(key) {
    if (!this.#pages.delete(key)) return;
    // Next.js remembers how long each page lives, and never forgets one by itself.
    SharedCacheControls.cacheControls.delete(key);
  }

  get size() {
    return this.#pages.size;
  }
}
