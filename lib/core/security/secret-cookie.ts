import 'server-only';
import { randomBytes } from 'node:crypto';
import { env } from '@/lib/core/env';

/**
 * The options of a cookie that only the server reads: no script, no other site, and only over https where the shop is.
 *
 * @param path below which the browser sends it
 * @param seconds how long the browser keeps it
 */
export const secretCookie = (path: string, seconds: number) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    secure: env().SITE_URL.startsWith('https://'),
    path,
    maxAge: seconds,
  }) as const;

/** A secret that nobody can guess, for such a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');
