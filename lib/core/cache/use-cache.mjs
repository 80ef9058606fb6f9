import { createDefaultCacheHandler } from 'next/dist/server/lib/cache-handlers/default.js';
import { redisUrl } from '../redis/client.mjs';
import { missingTag } from './partial-pages.mjs';
import { readShared, writeShared } from './shared-entries.mjs';
import { announceTags, isExpired, isStale, syncTags, toOwn, toShared } from './tag-log.mjs';

/** @typedef {import('next/dist/server/lib/cache-handlers/types.js').CacheHandler} CacheHandler */
/** @typedef {import('next/dist/server/lib/cache-handlers/types.js').CacheEntry} Entry */

/** As much as Next gives its own handler by default. */
const memoryBytes = 50 * 1024 * 1024;
const memory = createDefaultCacheHandler(memoryBytes);

/** A key names the build, the function and its arguments, which may be long. @param {string} key */
async function keyOf(key) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return `unstore:use:${Buffer.from(digest).toString('base64url')}`;
}

/** Whether an answer says that something could not be read. It is given to the requests that wait for it, and not kept. */
const isMissing = (/** @type {{ tags: string[] }} */ { tags }) => tags.includes(missingTag);

/** @param {Entry} entry @returns {boolean} */
const isFresh = ({ tags, timestamp, revalidate }) =>
  Date.now() <= timestamp + revalidate * 1000 && !isStale(tags, timestamp);

/** @param {string} key @returns {Promise<{ bytes: Buffer, facts: Omit<Entry, 'value'> } | null>} */
async function ask(key) {
  const found = await readShared(await keyOf(key));
  if (!found) return null;
  const { bytes, facts } = found;
  return { bytes, facts: { ...facts, timestamp: toOwn(facts.timestamp) } };
}

/** @param {{ bytes: Uint8Array, facts: Omit<Entry, 'value'> }} found @returns {Entry} */
const entryOf = ({ bytes, facts }) => ({ ...facts, value: new Blob([bytes]).stream() });

/**
 * Stands for an answer that could not be read. Next's own store lets everybody wait for one that it was promised, for
 * ever if the promise fails; this one it does not keep.
 *
 * @returns {Entry}
 */
const failedEntry = () => ({
  value: new Blob([]).stream(),
  tags: [],
  stale: 0,
  timestamp: 0,
  expire: 0,
  revalidate: 0,
});

/**
 * What `'use cache'` keeps: in the memory of each node, as Next does by itself, and where there is a Redis in there for
 * all nodes (docs/several-nodes.md).
 *
 * @type {CacheHandler}
 */
export default {
  async get(key, softTags) {
    const found = await memory.get(key, softTags);
    const own = found && isMissing(found) ? undefined : found;
    if (!redisUrl() || (own && isFresh(own))) return own;
    const other = await ask(key);
    if (
      !other ||
      other.facts.timestamp <= (own?.timestamp ?? 0) ||
      isExpired(other.facts.tags, other.facts.timestamp)
    ) {
      return own && { ...own, revalidate: -1 };
    }
    await memory.set(key, Promise.resolve(entryOf(other)));
    return isFresh(entryOf(other)) ? entryOf(other) : { ...entryOf(other), revalidate: -1 };
  },

  async set(key, pending) {
    if (!redisUrl()) return memory.set(key, pending);
    /** @type {Promise<{ bytes: Uint8Array, facts: Omit<Entry, 'value'> }>} */
    const read = pending.then(async ({ value, ...facts }) => ({
      bytes: new Uint8Array(await new Response(value).arrayBuffer()),
      facts,
    }));
    await memory.set(key, read.then(entryOf, failedEntry));
    // The request that asked for it has got the error.
    const found = await read.catch(() => null);
    if (!found || isMissing(found.facts)) return;
    const { bytes, facts } = found;
    const { timestamp, expire } = facts;
    await writeShared(await keyOf(key), { bytes, facts: { ...facts, timestamp: toShared(timestamp) } }, expire);
  },

  refreshTags: syncTags,

  getExpiration: (tags) => memory.getExpiration(tags),

  async updateTags(tags, durations) {
    await memory.updateTags(tags, durations);
    await announceTags(tags, durations);
  },
};
