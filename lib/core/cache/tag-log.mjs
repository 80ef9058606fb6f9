import { oncePerProcess } from '../once-per-process.mjs';
import { askRedis, redisUrl } from '../redis/client.mjs';

const logKey = 'unstore:tags';
const beginKey = 'unstore:tags:begin';
/** Interval of synchronisation with Redis. */
const syncEveryMs = 250;
/** Longer than the lifetime of any entry, so that no entry outlives its revalidation. */
const keptForMs = 7 * 24 * 3_600_000;
/** The tag of all pages of Next.js. */
const everyPage = '_N_T_/layout';

/**
 * The log uses Redis's clock. It is a sorted set: `<seconds until expiry> <tag>` by the time of the newest
 * revalidation. `begin` is the time since which it is complete; it is new after Redis was emptied.
 */
const writeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, word in ipairs(ARGV) do redis.call('ZADD', KEYS[1], now, word) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ${keptForMs})
return now`;

const readScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local begin = redis.call('GET', KEYS[2])
if not begin then
  begin = now
  redis.call('SET', KEYS[2], begin)
end
return {now, tonumber(begin), redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], '+inf', 'WITHSCORES')}`;

/** Overlap of reads: after a failover, the replica's clock may be slightly behind. */
const overlapMs = 5_000;

/**
 * The revalidated tags and the state of the log, as known to a process.
 *
 * @typedef {object} Known
 * @property {Map<string, { stale?: number, expired?: number }>} tags since when entries with a tag are stale, and since
 *   when they are expired, by this node's clock; the second may be in the future
 * @property {Set<string>} unsent announcements that Redis has not received
 * @property {number} readUntil up to where the log has been read, by Redis's clock
 * @property {number} begin begin of the log, by this node's clock: an older entry may have missed a revalidation
 * @property {number} syncedAt
 * @property {{ most: number, least: number, measured: number }} ahead bounds, in ms, of (this node's clock − Redis's
 *   clock), from the fastest answer; `measured` is when it arrived, by this node's clock
 * @property {Promise<void>} [syncing]
 */

/** @type {Known} */
const known = oncePerProcess('tags', () => ({
  tags: new Map(),
  unsent: new Set(),
  readUntil: 0,
  // A single process has no revalidations from before its start.
  begin: redisUrl() ? 0 : Date.now(),
  syncedAt: 0,
  ahead: { most: 0, least: 0, measured: 0 },
}));
/** Clocks drift slowly. */
const measuredForMs = 60_000;

/**
 * @param {string} word
 * @param {number} time by this node's clock, rounded up. At most now: an entry that is made from now on includes the
 *   change.
 */
function learn(word, time) {
  const at = Math.min(time, Date.now());
  const space = word.indexOf(' ');
  const [expire, tag] = [word.slice(0, space), word.slice(space + 1)];
  const before = known.tags.get(tag) ?? {};
  const news = expire === '' ? { expired: at } : { stale: at, expired: at + Number(expire) * 1000 };
  const isOld = (news.stale ?? 0) <= (before.stale ?? 0) && (news.expired ?? 0) <= (before.expired ?? 0);
  if (isOld) return;
  known.tags.set(tag, { ...before, ...news });
}

async function publishUnsent() {
  if (known.unsent.size === 0) return;
  const words = [...known.unsent];
  await askRedis((client) => client.eval(writeScript, { keys: [logKey], arguments: words }));
  for (const word of words) known.unsent.delete(word);
}

async function readLog() {
  const since = Math.max(known.readUntil - overlapMs, 0);
  let before = 0;
  const answer = await askRedis((client) => {
    before = Date.now();
    return client.eval(readScript, { keys: [logKey, beginKey], arguments: [String(since)] });
  });
  const [now, began, words] = /** @type {[number, number, string[]]} */ (answer);
  const after = Date.now();
  const isBetter =
    after - before + 2 <= known.ahead.most - known.ahead.least || after > known.ahead.measured + measuredForMs;
  // All three times are rounded down to whole milliseconds, so each bound is widened by one.
  if (isBetter) known.ahead = { most: after - now + 1, least: before - now - 1, measured: after };
  for (let at = 0; at < words.length; at += 2) learn(words[at] ?? '', Number(words[at + 1]) + known.ahead.most);
  if (began + known.ahead.least > known.begin) {
    known.begin = began + known.ahead.most;
    learn(`31536000 ${everyPage}`, known.begin);
  }
  known.readUntil = now;
}

async function sync() {
  try {
    await publishUnsent();
    await readLog();
  } catch {
    // Without Redis this node uses its own tags; `askRedis` has logged the failure.
  } finally {
    known.syncedAt = Date.now();
    known.syncing = undefined;
  }
}

/** Reads the revalidations of other nodes. A node is at most 250 ms behind. */
export async function syncTags() {
  if (!redisUrl() || Date.now() - known.syncedAt < syncEveryMs) return;
  known.syncing ??= sync();
  await known.syncing;
}

/**
 * Records revalidated tags, and announces them to all nodes. Announcements are repeated until Redis receives them.
 *
 * @param {string | string[]} tags
 * @param {{ expire?: number }} [durations] as Next.js passes them to a cache handler; none means at once
 */
export async function announceTags(tags, durations) {
  const words = [tags].flat().map((tag) => `${durations ? (durations.expire ?? 31_536_000) : ''} ${tag}`);
  for (const word of words) learn(word, Date.now());
  if (!redisUrl()) return;
  for (const word of words) known.unsent.add(word);
  await publishUnsent().catch(() => undefined);
}

/** True if a time is equal to or later than an entry's: a revalidation in the same millisecond may not be included. */
const isSince = (/** @type {number | undefined} */ time, /** @type {number} */ made) =>
  time !== undefined && time >= Math.floor(made) && time <= Date.now();

/** True if an entry with these tags and this time (by this node's clock) is expired. */
export const isExpired = (/** @type {string[]} */ tags, /** @type {number} */ made) =>
  tags.some((tag) => isSince(known.tags.get(tag)?.expired, made));

/** True if an entry is stale: it may be served once more while it is regenerated. */
export const isStale = (/** @type {string[]} */ tags, /** @type {number} */ made) =>
  made < known.begin || tags.some((tag) => isSince(known.tags.get(tag)?.stale, made)) || isExpired(tags, made);

/** The newest expiry of these tags, in milliseconds; 0 for none. */
export const expirationOf = (/** @type {string[]} */ tags) =>
  Math.max(0, ...tags.map((tag) => known.tags.get(tag)?.expired ?? 0).filter((time) => time <= Date.now()));

/**
 * Converts a time of this node's clock to Redis's clock, and back. Both round down, so that entries are regenerated too
 * often rather than too rarely.
 */
export const toShared = (/** @type {number} */ time) => time - known.ahead.most;
export const toOwn = (/** @type {number} */ time) => time + known.ahead.least;
