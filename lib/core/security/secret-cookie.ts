import 'server-only';
import { randomBytes } from 'node:crypto';
import { env } from '@/lib/core/env';

/**
 * Options of a cookie for the server only: HttpOnly, SameSite, and Secure if the shop uses https.
 *
 * @param path below which the browser sends it
 * @param seconds its lifetime
 */
export const secretCookie = (path: string, seconds: number) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    secure: env().SITE_URL.startsWith('https://'),
    path,
    maxAge: seconds,
  }) as const;

/** A random secret for such a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');
