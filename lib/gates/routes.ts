import { rootsOf } from './pages';

const needsLogin = rootsOf(({ who }) => who !== undefined);
const needsAdmin = rootsOf(({ who }) => who === 'admin');
const needsModerator = rootsOf(({ who }) => who === 'moderator');
const openInMaintenance = rootsOf(({ inMaintenance }) => inMaintenance === true);
const openToHalf = [...rootsOf(({ beforeSecondStep }) => beforeSecondStep === true), '/auth'];
const showsPerson = rootsOf(({ isPersonal }) => isPersonal === true);

/**
 * Routes of the API that stay open in maintenance mode: payments in progress still arrive, game servers fetch paid
 * commands, and open tabs learn that the shop is closed (docs/architecture.md, "Gates").
 */
const openApi = [
  '/api/webhooks',
  '/api/cron',
  '/api/health',
  '/api/ready',
  '/api/status',
  '/api/me',
  '/api/unsubscribe',
  '/api/azlink',
  '/api/v1/deliveries',
  '/auth',
];
/** Routes of the API that identify nobody, or are not called by a browser. */
const impersonalApi = [
  '/api/webhooks',
  '/api/cron',
  '/api/health',
  '/api/ready',
  '/api/status',
  '/api/search',
  '/api/oembed',
  '/api/unsubscribe',
  '/api/azlink',
  '/api/v1',
  '/auth',
];

const isUnder = (path: string, roots: string[]) => roots.some((root) => path === root || path.startsWith(`${root}/`));

/**
 * The path of a request, decoded once as the router does it. Null for a path that no route can have: one that cannot be
 * decoded, or that contains a NUL character, which the database cannot store.
 */
export function readPath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

/** True if the query of an address contains a NUL character. */
export const containsNul = (search: string): boolean => search.includes('%00') || search.includes('\0');

/** True if a path is for signed-in people only. */
export const requiresLogin = (path: string) => isUnder(path, needsLogin);

/** True if a page depends on the person. All other pages are public and need no session. */
export const isPersonal = (path: string) => requiresLogin(path) || isUnder(path, showsPerson);

/** True if an API route may depend on the person. */
export const isPersonalApi = (path: string) => !isUnder(path, impersonalApi);

/** True if a path is for admins only. */
export const requiresAdmin = (path: string) => isUnder(path, needsAdmin);

/** True if a path is for moderators and admins only. */
export const requiresModerator = (path: string) => isUnder(path, needsModerator);

/** True if a path stays open in maintenance mode, so that an admin can sign in. */
export const staysOpen = (path: string) => isUnder(path, openInMaintenance);

/** True if a path is open to somebody whose second factor is not yet verified. */
export const opensBeforeSecondStep = (path: string) => isUnder(path, openToHalf);

/** True if an API route stays open in maintenance mode. */
export const staysOpenApi = (path: string) => isUnder(path, openApi);

const anySite = 'https://shop.invalid';

/**
 * A path of this shop to return to after signing in, or the home page: never another site. The text is parsed like a
 * browser does, and the result is built from the parsed parts.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/[^\s\\]*$/.test(next) || !URL.canParse(next, anySite)) return '/';
  const { origin, pathname, search, hash } = new URL(next, anySite);
  // `/.//example.org` has our origin, but its path is `//example.org`, which a browser reads as another site.
  if (origin !== anySite || pathname.startsWith('//')) return '/';
  const path = readPath(pathname);
  return path === null || isUnder(path, ['/login']) ? '/' : `${pathname}${search}${hash}`;
}
