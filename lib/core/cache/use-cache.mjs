import { LRUCache } from 'lru-cache';
import { redisUrl } from '../redis/client.mjs';
import { missingTag } from './missing-tag.mjs';
import { readShared, writeShared } from './shared-entries.mjs';
import { announceTags, expirationOf, isExpired, isStale, syncTags, toOwn, toShared } from './tag-log.mjs';

/** @typedef {import('next/cache').CacheHandler} CacheHandler */
/** @typedef {import('next/cache').CacheEntry} CacheEntry */
/** @typedef {{ bytes: Uint8Array, facts: Omit<CacheEntry, 'value'> }} Stored */

const memoryBytes = 50 * 1024 * 1024;

/** @type {LRUCache<string, Stored>} */
const memory = new LRUCache({ maxSize: memoryBytes, sizeCalculation: ({ bytes }, key) => bytes.length + key.length });

/** Values being stored in memory; concurrent reads wait. @type {Map<string, Promise<void>>} */
const pending = new Map();

/** Hashes a key, which contains build, function and arguments and may be long. @param {string} key */
async function sharedKey(key) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return `unstore:use:${Buffer.from(digest).toString('base64url')}`;
}

/** @param {Stored} stored */
const isFresh = ({ facts: { tags, timestamp, revalidate } }) =>
  Date.now() <= timestamp + revalidate * 1000 && !isStale(tags, timestamp);

/** @param {string} key @returns {Promise<Stored | null>} */
async function readOther(key) {
  const found = redisUrl() ? await readShared(await sharedKey(key)) : null;
  return found && { bytes: found.bytes, facts: { ...found.facts, timestamp: toOwn(found.facts.timestamp) } };
}

/** @param {string} key @param {Promise<CacheEntry>} entry */
async function store(key, entry) {
  const { value, ...facts } = await entry;
  const bytes = new Uint8Array(await new Response(value).arrayBuffer());
  // An answer with a missing section is for the current request only.
  if (facts.tags.includes(missingTag)) return;
  memory.set(key, { bytes, facts });
  if (!redisUrl()) return;
  const shared = { bytes, facts: { ...facts, timestamp: toShared(facts.timestamp) } };
  await writeShared(await sharedKey(key), shared, facts.expire);
}

/**
 * Stores the values of `'use cache'` (`cacheHandlers` of Next.js): in the memory of each process, and in Redis if
 * configured.
 *
 * @type {CacheHandler}
 */
export default {
  async get(key) {
    await pending.get(key);
    const own = memory.get(key);
    const other = own && isFresh(own) ? null : await readOther(key);
    const found = other && other.facts.timestamp > (own?.facts.timestamp ?? 0) ? other : own;
    if (!found || isExpired(found.facts.tags, found.facts.timestamp)) return undefined;
    if (found === other) memory.set(key, other);
    // Next.js serves a value with a negative lifetime once more while it regenerates it.
    const facts = isFresh(found) ? found.facts : { ...found.facts, revalidate: -1 };
    return { ...facts, value: new Blob([found.bytes]).stream() };
  },

  async set(key, entry) {
    // The request that rendered the value has received the error.
    const stored = store(key, entry).catch(() => undefined);
    pending.set(key, stored);
    await stored;
    if (pending.get(key) === stored) pending.delete(key);
  },

  refreshTags: syncTags,

  getExpiration: async (tags) => expirationOf(tags),

  updateTags: announceTags,
};
