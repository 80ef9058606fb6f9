import { oncePerProcess } from '../once-per-process.mjs';
import { askRedis, redisUrl } from '../redis/client.mjs';

const logKey = 'unstore:tags';
const beginKey = 'unstore:tags:begin';
/** How old a node's knowledge may be before it asks again. */
const syncEveryMs = 250;
/** Longer than any entry is kept, so that no entry outlives the news about it. */
const keptForMs = 7 * 24 * 3_600_000;
/** Every page of Next.js carries this tag. */
const everyPage = '_N_T_/layout';

/**
 * Redis's clock is the clock of the log. The log is a sorted set: `<seconds until expiry> <tag>` by the time of the
 * newest revalidation. `begin` says since when it has been complete: a Redis that was emptied begins anew.
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

/** The log is read again from this long before the last time: after a failover, the copy's clock may be a little behind. */
const overlapMs = 5_000;

/**
 * What a process knows of revalidated tags, and of the log.
 *
 * @typedef {object} Known
 * @property {Map<string, { stale?: number, expired?: number }>} tags since when an entry with a tag is shown once more
 *   only, and since when it is not shown, by this node's clock; the second may be to come
 * @property {Set<string>} unheard announcements that Redis has not got yet
 * @property {number} readUntil up to where the log has been read, by Redis's clock
 * @property {number} begin when the log began, by this node's clock: an entry made before may have missed a revalidation
 * @property {number} syncedAt
 * @property {{ most: number, least: number, measured: number }} ahead bounds, in ms, of (this node's clock − Redis's
 *   clock), from the answer that took the shortest time; `measured` is when it came, by this node's clock
 * @property {Promise<void>} [syncing]
 */

/** @type {Known} */
const known = oncePerProcess('tags', () => ({
  tags: new Map(),
  unheard: new Set(),
  readUntil: 0,
  // Alone, a process knows nothing of what was revalidated before it started.
  begin: redisUrl() ? 0 : Date.now(),
  syncedAt: 0,
  ahead: { most: 0, least: 0, measured: 0 },
}));
/** Clocks drift apart slowly. */
const measuredForMs = 60_000;

/**
 * @param {string} word
 * @param {number} time by this node's clock, rounded up. What has been heard is not to come: an entry that is made from
 *   now on has not missed it.
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

async function tellUnheard() {
  if (known.unheard.size === 0) return;
  const words = [...known.unheard];
  await askRedis((client) => client.eval(writeScript, { keys: [logKey], arguments: words }));
  for (const word of words) known.unheard.delete(word);
}

async function readLog() {
  const from = Math.max(known.readUntil - overlapMs, 0);
  let before = 0;
  const answer = await askRedis((client) => {
    before = Date.now();
    return client.eval(readScript, { keys: [logKey, beginKey], arguments: [String(from)] });
  });
  const [now, began, words] = /** @type {[number, number, string[]]} */ (answer);
  const after = Date.now();
  const isBetter =
    after - before + 2 <= known.ahead.most - known.ahead.least || after > known.ahead.measured + measuredForMs;
  // All three times are rounded down to whole milliseconds, so each bound gives one away.
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
    await tellUnheard();
    await readLog();
  } catch {
    // Without Redis this node goes on with what it knows; `askRedis` has told the log.
  } finally {
    known.syncedAt = Date.now();
    known.syncing = undefined;
  }
}

/** Hears what other nodes have revalidated. What a node knows is a quarter of a second old at most. */
export async function syncTags() {
  if (!redisUrl() || Date.now() - known.syncedAt < syncEveryMs) return;
  known.syncing ??= sync();
  await known.syncing;
}

/**
 * Notes that tags were revalidated, and tells all nodes. What Redis does not hear now is said again as soon as it
 * answers.
 *
 * @param {string | string[]} tags
 * @param {{ expire?: number }} [durations] as Next.js gives them to a cache handler; none means at once
 */
export async function announceTags(tags, durations) {
  const words = [tags].flat().map((tag) => `${durations ? (durations.expire ?? 31_536_000) : ''} ${tag}`);
  for (const word of words) learn(word, Date.now());
  if (!redisUrl()) return;
  for (const word of words) known.unheard.add(word);
  await tellUnheard().catch(() => undefined);
}

/** Whether a time is the one of an entry, or later. What is revalidated in the same millisecond may not be in it. */
const isSince = (/** @type {number | undefined} */ time, /** @type {number} */ made) =>
  time !== undefined && time >= Math.floor(made) && time <= Date.now();

/** Whether an entry with these tags, made at this time by this node's clock, must not be shown. */
export const isExpired = (/** @type {string[]} */ tags, /** @type {number} */ made) =>
  tags.some((tag) => isSince(known.tags.get(tag)?.expired, made));

/** Whether an entry may be shown once more while it is regenerated. */
export const isStale = (/** @type {string[]} */ tags, /** @type {number} */ made) =>
  made < known.begin || tags.some((tag) => isSince(known.tags.get(tag)?.stale, made)) || isExpired(tags, made);

/** When the first of these tags expired last, in milliseconds; 0 for never. */
export const expirationOf = (/** @type {string[]} */ tags) =>
  Math.max(0, ...tags.map((tag) => known.tags.get(tag)?.expired ?? 0).filter((time) => time <= Date.now()));

/**
 * A time of this node's clock as one of Redis's clock, and back. Both round towards older, so that an entry is
 * regenerated too often, never too rarely.
 */
export const toShared = (/** @type {number} */ time) => time - known.ahead.most;
export const toOwn = (/** @type {number} */ time) => time + known.ahead.least;
