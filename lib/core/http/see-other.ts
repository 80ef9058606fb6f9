import 'server-only';
import { env } from '@/lib/core/env';

/** Redirects with 303 to a path of the shop or to an absolute address. */
export const seeOther = (to: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: new URL(to, env().SITE_URL).href, 'cache-control': 'private, no-store' },
  });
