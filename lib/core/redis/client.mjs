import { oncePerProcess } from '../once-per-process.mjs';

/** @typedef {import('@redis/client').RedisClientType} RedisClient */

/** Deadline of a command in milliseconds. Nobody waits longer for a slow or missing Redis. */
const patienceMs = 200;
/** Pause after a command without an answer. */
const restMs = 1_000;
/** Reconnect after so many unanswered commands in a row: the other end may be gone silently. */
const mostMissed = 5;

/**
 * @typedef {object} Shared
 * @property {Promise<RedisClient>} [client] of this process: settled when it is connected, or after 2 seconds
 * @property {boolean} isOpen whether that is settled
 * @property {number} restsUntil
 * @property {number} missed unanswered commands in a row
 * @property {boolean} isLost
 */

/** @type {Shared} */
const shared = oncePerProcess('redis', () => ({ isOpen: false, restsUntil: 0, missed: 0, isLost: false }));

/** The address of the shared Redis; undefined with a single node and during builds. */
export function redisUrl() {
  if (process.env.NEXT_PHASE === 'phase-production-build') return undefined;
  return process.env.REDIS_URL || undefined;
}

/**
 * Logs in the format of `lib/core/log`, which the caches cannot import.
 *
 * @param {boolean} isLost
 */
function note(isLost, reason = '') {
  if (isLost === shared.isLost) return;
  shared.isLost = isLost;
  const line = { level: 40, time: new Date().toISOString() };
  const lost = { ...line, reason, msg: 'Redis does not answer, so this node works alone' };
  console.warn(JSON.stringify(isLost ? lost : { ...line, msg: 'Redis answers again' }));
}

/** The middleware bundle has no sockets, so the build excludes the package there. */
async function loadClient() {
  if (process.env.NEXT_RUNTIME === 'edge') throw new Error('no Redis in the edge runtime');
  else return (await import('@redis/client')).createClient;
}

/**
 * Connects in the background and reconnects forever. Commands fail meanwhile; they are not queued.
 *
 * @param {string} url
 * @returns {Promise<RedisClient>}
 */
async function open(url) {
  const client = (await loadClient())({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 1_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000),
    },
  });
  // The connection does not keep the process alive.
  client.unref();
  client.on('error', (error) => note(true, String(error?.code ?? error?.message)));
  client.on('ready', () => note(false));
  // Ends with the process; a failed attempt is an 'error' event.
  await Promise.race([client.connect().catch(() => undefined), later(2_000)]);
  shared.isOpen = true;
  return /** @type {RedisClient} */ (/** @type {unknown} */ (client));
}

/**
 * Connects, so that the first visitor finds Redis ready. Waits for two seconds at most.
 *
 * @throws if the client cannot be loaded, or refuses its address
 */
export async function connectRedis() {
  const url = redisUrl();
  if (!url) return;
  shared.client ??= open(url);
  await shared.client;
}

/** @param {number} ms */
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());

function pause() {
  shared.restsUntil = Date.now() + restMs;
  shared.missed += 1;
  note(true, `no answer in ${patienceMs} ms`);
  if (shared.missed < mostMissed) return;
  const dead = shared.client;
  Object.assign(shared, { client: undefined, isOpen: false, missed: 0 });
  dead?.then((client) => client.destroy()).catch(() => undefined);
}

/**
 * Runs a command with a deadline of 200 ms. After a timeout all commands fail for a second.
 *
 * @template Answer
 * @param {(client: RedisClient) => Promise<Answer>} work
 * @returns {Promise<Answer>}
 * @throws if there is no Redis, or no answer in time
 */
export async function askRedis(work) {
  const url = redisUrl();
  if (!url) throw new Error('no Redis');
  if (Date.now() < shared.restsUntil) throw new Error('Redis does not answer');
  shared.client ??= open(url);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let isAnswered = false;
  const late = new Promise((_, reject) => {
    // An answer may have arrived while this process was busy: it is read before the next `setImmediate`. Through
    // `globalThis`, because the middleware bundle refuses the bare name.
    timer = setTimeout(() => globalThis.setImmediate(giveUp), patienceMs);
    const giveUp = () => {
      if (isAnswered) return;
      if (shared.isOpen && Date.now() >= shared.restsUntil) pause();
      reject(new Error('Redis does not answer'));
    };
  });
  try {
    const asked = shared.client.then(work);
    const answer = /** @type {Answer} */ (await Promise.race([asked, late]));
    shared.missed = 0;
    note(false);
    return answer;
  } finally {
    isAnswered = true;
    clearTimeout(timer);
  }
}
