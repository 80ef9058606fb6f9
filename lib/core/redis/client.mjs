import { oncePerProcess } from '../once-per-process.mjs';

/** @typedef {import('@redis/client').RedisClientType} RedisClient */

/** How long an answer may take, in milliseconds. Nobody waits longer for a Redis that is slow or gone. */
const patienceMs = 200;
/** How long Redis is left alone after an answer that did not come. */
const restMs = 1_000;
/** After so many of them in a row the connection is made anew: its other end may be gone without a word. */
const mostMissed = 5;

/**
 * @typedef {object} Shared
 * @property {Promise<RedisClient>} [client] of this process: settled when it is connected, or has not been for 2 seconds
 * @property {boolean} isOpen whether that is settled
 * @property {number} restsUntil
 * @property {number} missed answers in a row that did not come
 * @property {boolean} isLost
 */

/** @type {Shared} */
const shared = oncePerProcess('redis', () => ({ isOpen: false, restsUntil: 0, missed: 0, isLost: false }));

/** The address of the Redis that all nodes share, or undefined where one node works alone, as every build does. */
export function redisUrl() {
  if (process.env.NEXT_PHASE === 'phase-production-build') return undefined;
  return process.env.REDIS_URL || undefined;
}

/**
 * A line as those of `lib/core/log`, which the caches cannot load.
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

/** The middleware is bundled with the caches for a runtime without sockets: the build leaves the package out there. */
async function loadClient() {
  if (process.env.NEXT_RUNTIME === 'edge') throw new Error('no Redis in the edge runtime');
  else return (await import('@redis/client')).createClient;
}

/**
 * The connection is made in the background and made again for ever; commands fail meanwhile, they are not queued.
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
  // A connection alone does not keep a process that is ending.
  client.unref();
  client.on('error', (error) => note(true, String(error?.code ?? error?.message)));
  client.on('ready', () => note(false));
  // Ends only with the process; a failed attempt is an 'error' event.
  await Promise.race([client.connect().catch(() => undefined), later(2_000)]);
  shared.isOpen = true;
  return /** @type {RedisClient} */ (/** @type {unknown} */ (client));
}

/**
 * Connects, so that the first visitor finds Redis ready. Waits for two seconds at most for a Redis that does not answer.
 *
 * @throws when the client cannot be loaded, or refuses its address
 */
export async function connectRedis() {
  const url = redisUrl();
  if (!url) return;
  shared.client ??= open(url);
  await shared.client;
}

/** @param {number} ms */
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());

function rest() {
  shared.restsUntil = Date.now() + restMs;
  shared.missed += 1;
  note(true, `no answer in ${patienceMs} ms`);
  if (shared.missed < mostMissed) return;
  const dead = shared.client;
  Object.assign(shared, { client: undefined, isOpen: false, missed: 0 });
  dead?.then((client) => client.destroy()).catch(() => undefined);
}

/**
 * Asks Redis something, for at most 200 ms. After an answer that did not come in time the next second asks nothing.
 *
 * @template Answer
 * @param {(client: RedisClient) => Promise<Answer>} work
 * @returns {Promise<Answer>}
 * @throws when there is no Redis, or no answer in time
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
    // An answer may have arrived while this process was busy: it is read before the next `setImmediate`.
    // By way of `globalThis`, as the bundle of the middleware, which never comes here, refuses the bare name.
    timer = setTimeout(() => globalThis.setImmediate(giveUp), patienceMs);
    const giveUp = () => {
      if (isAnswered) return;
      if (shared.isOpen && Date.now() >= shared.restsUntil) rest();
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
