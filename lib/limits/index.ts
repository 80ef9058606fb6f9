import 'server-only';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Attempts allowed in a window, per key. One node's memory; many nodes share a store behind the same calls. */
const limiters = {
  login: new RateLimiterMemory({ points: 10, duration: 15 * 60 }),
  secondStep: new RateLimiterMemory({ points: 10, duration: 15 * 60 }),
  register: new RateLimiterMemory({ points: 10, duration: 60 * 60 }),
  reset: new RateLimiterMemory({ points: 5, duration: 60 * 60 }),
  search: new RateLimiterMemory({ points: 60, duration: 60 }),
  checkout: new RateLimiterMemory({ points: 30, duration: 10 * 60 }),
  coupon: new RateLimiterMemory({ points: 30, duration: 10 * 60 }),
  code: new RateLimiterMemory({ points: 20, duration: 10 * 60 }),
  upload: new RateLimiterMemory({ points: 30, duration: 10 * 60 }),
  publish: new RateLimiterMemory({ points: 30, duration: 10 * 60 }),
  productImage: new RateLimiterMemory({ points: 100, duration: 10 * 60 }),
  verify: new RateLimiterMemory({ points: 120, duration: 10 * 60 }),
} as const;

/**
 * Counts one attempt.
 *
 * @returns the seconds to wait when the limit is reached, otherwise 0
 */
export async function takeAttempt(kind: keyof typeof limiters, key: string): Promise<number> {
  try {
    await limiters[kind].consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}
