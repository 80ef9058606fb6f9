import { askRedis } from '../redis/client.mjs';
import { pack, unpack } from './packed.mjs';

const longestSeconds = 24 * 3_600;
/** The type of texts in Redis's protocol (`RESP_TYPES.BLOB_STRING`): entries are read as bytes. */
const asBytes = { 36: Buffer };

/**
 * An entry that some node has stored.
 *
 * @param {string} key
 * @returns {Promise<any>} null when there is none, or Redis does not answer
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
 * Stores an entry for all nodes: for as long as it may be shown, and at most a day, so that what an older release has
 * left behind goes by itself. Without Redis nothing happens.
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
    // The page was made and is shown; another node makes its own.
  }
}
