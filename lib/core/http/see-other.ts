import 'server-only';
import { env } from '@/lib/core/env';

/** Sends a browser on, with a GET: to a path of the shop, or to a whole address. */
export const seeOther = (to: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location: new URL(to, env().SITE_URL).href, 'cache-control': 'private, no-store' },
  });
