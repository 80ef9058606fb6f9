import 'server-only';
import type { RedisClientType } from '@redis/client';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '@/lib/core/env';
import { askRedis, redisUrl } from '@/lib/core/redis/client.mjs';
import { siteOf } from './ipv6-site';
import { type LimitKind, limits, type Scope, type Windows } from './table';

/** Counted subjects: a key per known scope, or a text for a kind with one scope. */
export type Who = string | Partial<Record<Exclude<Scope, 'shop' | 'network'>, string>>;

const order: Scope[] = ['device', 'address', 'network', 'account', 'shop'];
const limiters = new Map<string, RateLimiterAbstract>();

/** The Redis client of the limiter. If it fails, this node counts alone. */
const redis = {
  eval: (...args: Parameters<RedisClientType['eval']>) => askRedis((client) => client.eval(...args)),
  /** The limiter reads count and remaining time through `multi`. */
  multi: () => ({
    get: (key: string) => ({
      pTTL: () => ({ exec: () => askRedis((client) => client.multi().get(key).pTTL(key).exec()) }),
    }),
  }),
};

/** Counts in Redis, or in memory without Redis and while it fails. */
function createLimiter(kind: string, points: number, duration: number): RateLimiterAbstract {
  const options = { keyPrefix: `unstore:limit:${kind}`, points, duration };
  const memory = new RateLimiterMemory(options);
  if (!redisUrl()) return memory;
  return new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true, insuranceLimiter: memory });
}

/** On one machine everybody has one address: ADDRESS_LIMIT_FACTOR widens the limits per address and in total. */
const widened: Scope[] = ['address', 'network', 'shop'];
const widen = (scope: Scope) => (widened.includes(scope) ? env().ADDRESS_LIMIT_FACTOR : 1);

function limitersOf(kind: LimitKind, scope: Scope): RateLimiterAbstract[] {
  const windows: Windows = (limits[kind] as Partial<Record<Scope, Windows>>)[scope] ?? [];
  return windows.map(([times, seconds]) => {
    const name = `${kind} ${scope} ${seconds}`;
    const limiter = limiters.get(name) ?? createLimiter(name, times * widen(scope), seconds);
    limiters.set(name, limiter);
    return limiter;
  });
}

/** The limiters of an attempt, with their keys. A known device has its own counter. */
function countersOf(kind: LimitKind, who: Who): Array<{ limiter: RateLimiterAbstract; key: string }> {
  const scopes = order.filter((scope) => scope in limits[kind]);
  const own = scopes.filter((scope) => scope !== 'shop' && scope !== 'network');
  const said: Partial<Record<Scope, string>> =
    typeof who === 'string' ? Object.fromEntries(own.map((scope) => [scope, who])) : who;
  const network = said.address && siteOf(said.address);
  const keys = { ...said, ...(network && { network }), shop: 'shop' };
  const counted = keys.device ? (['device'] as const) : scopes;
  return counted.flatMap((scope) => {
    const key = keys[scope];
    return key === undefined ? [] : limitersOf(kind, scope).map((limiter) => ({ limiter, key: key.toLowerCase() }));
  });
}

/**
 * Counts one attempt.
 *
 * @returns the seconds to wait when a limit is reached, otherwise 0
 */
export async function takeAttempt(kind: LimitKind, who: Who): Promise<number> {
  for (const { limiter, key } of countersOf(kind, who)) {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
      throw refusal;
    }
  }
  return 0;
}

/** The state of a limit: its size, and what is left of it (below 0 if it is exceeded) for how many seconds. */
export type Counted = { limit: number; seconds: number; left: number; reset: number };

/**
 * Counts one attempt of a kind with one limit, and returns the state of the limit, for callers who receive it.
 */
export async function countAttempt(kind: LimitKind, who: string): Promise<Counted> {
  const [counter] = countersOf(kind, who);
  if (!counter) throw new Error(`${kind} has no limit`);
  const { limiter, key } = counter;
  const stateOf = (left: number, msLeft: number): Counted => ({
    limit: limiter.points,
    seconds: limiter.duration,
    left,
    reset: Math.max(1, Math.ceil(msLeft / 1000)),
  });
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return stateOf(remainingPoints, msBeforeNext);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return stateOf(-1, refusal.msBeforeNext);
    throw refusal;
  }
}

/**
 * Checks a limit without counting an attempt, for attempts that count only if they are wrong.
 *
 * @returns the seconds to wait if a limit is reached, otherwise 0
 */
export async function waitOf(kind: LimitKind, who: Who): Promise<number> {
  for (const { limiter, key } of countersOf(kind, who)) {
    const counted = await limiter.get(key);
    if (counted && counted.consumedPoints >= limiter.points) return Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  }
  return 0;
}

/** The response to somebody who must wait. */
export const tooManyAttempts = (seconds: number): Response =>
  Response.json(
    { error: 'demasiados_intentos' },
    { status: 429, headers: { 'retry-after': String(seconds), 'cache-control': 'private, no-store' } },
  );

/** Takes back an attempt that was correct. */
export async function giveBackAttempt(kind: LimitKind, who: Who): Promise<void> {
  for (const { limiter, key } of countersOf(kind, who)) await limiter.reward(key);
}
