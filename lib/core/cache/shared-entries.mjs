import { askRedis } from '../redis/client.mjs';

// Next.js bundles this file with the middleware, which has no modules of Node and never calls it.
const v8 = () => globalThis.process.getBuiltinModule('node:v8');
const zlib = () => globalThis.process.getBuiltinModule('node:zlib');
const promisify = (/** @type {any} */ work) => globalThis.process.getBuiltinModule('node:util').promisify(work);

/** Prefix of every packed entry, which distinguishes it from other formats. */
const form = 'unstore 1';

/** Packs an entry, with its maps and buffers, in about a seventh of its size. @param {unknown} entry @returns {Promise<Buffer>} */
const pack = (entry) => promisify(zlib().deflateRaw)(v8().serialize([form, entry]), { level: 1 });

/** @param {Buffer | null} packed @returns {Promise<any>} the entry; null for an invalid one */
async function unpack(packed) {
  if (!packed) return null;
  try {
    const [found, entry] = v8().deserialize(await promisify(zlib().inflateRaw)(packed));
    return found === form ? entry : null;
  } catch {
    return null;
  }
}

const longestSeconds = 24 * 3_600;
/** The type of texts in Redis's protocol (`RESP_TYPES.BLOB_STRING`): entries are read as bytes. */
const asBytes = { 36: Buffer };

/**
 * Reads a shared entry.
 *
 * @param {string} key
 * @returns {Promise<any>} null if there is none, or Redis does not answer
 */
export async function readShared(key) {
  try {
    const packed = await askRedis((client) => client.withTypeMapping(asBytes).get(key));
    return await unpack(/** @type {Buffer | null} */ (/** @type {unknown} */ (packed)));
  } catch {
    return null;
  }
}

/**
 * Stores an entry for all nodes until it expires, and for at most a day, so that entries of older releases disappear.
 * Does nothing without Redis.
 *
 * @param {string} key
 * @param {unknown} entry
 * @param {number | undefined} seconds
 */
export async function writeShared(key, entry, seconds = longestSeconds) {
  const expiration = /** @type {const} */ ({ type: 'EX', value: Math.ceil(Math.min(seconds, longestSeconds)) });
  if (!(expiration.value > 0)) return;
  const packed = await pack(entry);
  try {
    await askRedis((client) => client.set(key, packed, { expiration }));
  } catch {
    // The page was rendered and served; other nodes render their own.
  }
}

/**
 * Removes an entry for all nodes. Does nothing without Redis.
 *
 * @param {string} key
 */
export async function dropShared(key) {
  try {
    await askRedis((client) => client.del(key));
  } catch {
    // It expires after a day at most.
  }
}
