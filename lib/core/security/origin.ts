import { env } from '@/lib/core/env';

/**
 * True if a state-changing request comes from the shop's own pages. Next.js checks server actions; route handlers call
 * this. Browsers always send Origin with a POST, so a request without it is refused.
 */
export function isOwnOrigin(request: Request): boolean {
  return request.headers.get('origin') === new URL(env().SITE_URL).origin;
}
