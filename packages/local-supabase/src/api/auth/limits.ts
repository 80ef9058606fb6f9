import { refuse } from './refuse.ts';

type Bucket = { left: number; at: number };

/** Burst size of each address, and the calls in five minutes that the hosted service allows by default. */
const burst = 30;
const usual = 30;

const counted: Readonly<Record<string, 'tokens' | 'others'>> = {
  'POST /auth/v1/token': 'tokens',
  'POST /auth/v1/signup': 'others',
  'POST /auth/v1/recover': 'others',
  'POST /auth/v1/resend': 'others',
  'POST /auth/v1/verify': 'others',
  'PUT /auth/v1/user': 'others',
};

/**
 * Rate limits of hosted Auth: by the caller's address, or by `sb-forwarded-for` with the secret key.
 *
 * @param tokenRefresh refreshed sessions in five minutes (`auth.rate_limit.token_refresh`)
 * @returns the refusal of a request, or null
 */
export function createAuthLimits(
  secretKey: string,
  tokenRefresh: number,
): (request: Request, peer: string | null) => Response | null {
  const perSecond = { tokens: tokenRefresh / 300, others: usual / 300 };
  const buckets = new Map<string, Bucket>();

  function take(key: string, refill: number): boolean {
    const now = Date.now() / 1000;
    const { left, at } = buckets.get(key) ?? { left: burst, at: now };
    const tokens = Math.min(burst, left + (now - at) * refill);
    buckets.set(key, { left: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1;
  }

  return (request, peer) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const kind = counted[call];
    if (!kind) return null;
    const isTrusted = request.headers.get('apikey') === secretKey;
    const address = (isTrusted && request.headers.get('sb-forwarded-for')) || peer;
    if (take(`${call} ${address}`, perSecond[kind])) return null;
    return refuse(429, 'over_request_rate_limit', 'Request rate limit reached');
  };
}
