const needsLogin = [
  '/profile',
  '/cart',
  '/checkout',
  '/success',
  '/paypal-success',
  '/library',
  '/dashboard',
  '/edit',
  '/publicar',
  '/dashboard-admin',
  '/moderation',
];
const needsAdmin = ['/dashboard-admin'];
const needsModerator = ['/moderation'];
const openInMaintenance = ['/login', '/confirm', '/logout', '/reset-password', '/status', '/maintenance'];

/**
 * These stay open in a closed shop: money on its way still arrives, and open tabs learn that it is closed
 * (docs/architecture.md, "Gates").
 */
const openApi = ['/api/webhooks', '/api/cron', '/api/health', '/api/status', '/api/me', '/auth'];

const isUnder = (path: string, roots: string[]) => roots.some((root) => path === root || path.startsWith(`${root}/`));

/**
 * The path of a request as it is routed: decoded once. Null for one that no route has: with a code that is no text, or
 * a NUL, which the database cannot hold.
 */
export function readPath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

/** Whether the part of an address behind the question mark holds a NUL. */
export const holdsNul = (search: string): boolean => search.includes('%00') || search.includes('\0');

/** Whether a path is for signed-in people only. */
export const requiresLogin = (path: string) => isUnder(path, needsLogin);

/** Whether a path is for admins only. */
export const requiresAdmin = (path: string) => isUnder(path, needsAdmin);

/** Whether a path is for moderators and admins only. */
export const requiresModerator = (path: string) => isUnder(path, needsModerator);

/** Whether a path stays reachable while the shop is closed, so that an admin can sign in. */
export const staysOpen = (path: string) => isUnder(path, openInMaintenance);

/** Whether a path of the API still answers everybody while the shop is closed. */
export const staysOpenApi = (path: string) => isUnder(path, openApi);

const anySite = 'https://shop.invalid';

/**
 * A path of this shop to return to after logging in, or the home page: never another site. The text is read as a
 * browser would read it, and what goes on is built from what was read.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/[^\s\\]*$/.test(next) || !URL.canParse(next, anySite)) return '/';
  const { origin, pathname, search, hash } = new URL(next, anySite);
  // `/.//example.org` has our origin still, and the path `//example.org`, which would be read as another site.
  if (origin !== anySite || pathname.startsWith('//')) return '/';
  const path = readPath(pathname);
  return path === null || isUnder(path, ['/login']) ? '/' : `${pathname}${search}${hash}`;
}
