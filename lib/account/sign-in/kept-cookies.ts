import 'server-only';
import { headers } from 'next/headers';

/**
 * The way on from a sign-in for a browser that may keep no cookies. One that has sent some goes straight on. Any other goes
 * by way of the login page, which leads on who is signed in by now, and tells the rest why they are not.
 *
 * @param path of the shop, where the sign-in leads to
 */
export async function pathIfCookiesKept(path: string): Promise<string> {
  if ((await headers()).has('cookie')) return path;
  return `/login?error=noCookies&next=${encodeURIComponent(path)}`;
}
