import { LRUCache } from 'next/dist/server/lib/lru-cache.js';

const mostBytes = 32 * 1024 * 1024;

/**
 * What pages have answered with until now; what nobody has asked for the longest time goes first.
 *
 * @type {LRUCache<Buffer>}
 */
const versions = new LRUCache(mostBytes, ({ length }) => length);

/**
 * The parts of a page that Next.js answers with and stores. Whoever has the page as it was before it was made anew is
 * answered with the data that belong to it, for as long as this process remembers them.
 *
 * @extends {Map<string, Buffer>}
 */
export class PageParts extends Map {
  #key;

  /**
   * @param {Iterable<[string, Buffer]>} parts
   * @param {string} key of the page in the cache
   */
  constructor(parts, key) {
    super(parts);
    this.#key = key;
  }

  /**
   * Keeps the data of this version of the page under a name that no other version has.
   *
   * @param {string} part
   * @param {Buffer} data
   */
  remember(part, data) {
    versions.set(`${this.#key} ${part}`, data);
  }

  /** @param {string} part */
  get(part) {
    return super.get(part) ?? versions.get(`${this.#key} ${part}`);
  }
}
