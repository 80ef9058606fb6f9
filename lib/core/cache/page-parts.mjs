const mostBytes = 32 * 1024 * 1024;

/**
 * What pages have answered with until now, the oldest first.
 *
 * @type {Map<string, Buffer>}
 */
const versions = new Map();
let bytes = 0;

/**
 * @param {string} name
 * @param {Buffer} data
 */
function remember(name, data) {
  bytes += data.length - (versions.get(name)?.length ?? 0);
  versions.delete(name);
  versions.set(name, data);
  for (const [oldest, { length }] of versions) {
    if (bytes <= mostBytes) break;
    versions.delete(oldest);
    bytes -= length;
  }
}

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
    remember(`${this.#key} ${part}`, data);
  }

  /** @param {string} part */
  get(part) {
    return super.get(part) ?? versions.get(`${this.#key} ${part}`);
  }
}
