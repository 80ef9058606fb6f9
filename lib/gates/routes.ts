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
const openInMaintenance = ['/login', '/auth', '/confirm', '/logout', '/reset-password', '/status', '/maintenance'];

/** Money in flight still arrives, and open tabs hear that the shop is closed (DESIGN: maintenance). */
const openApi = ['/api/webhooks', '/api/cron', '/api/health', '/api/status', '/api/me'];

const isUnder = (path: string, roots: string[]) => roots.some((root) => path === root || path.startsWith(`${root}/`));

/** Whether a path is for signed-in people only (SPEC §6). */
export const requiresLogin = (path: string) => isUnder(path, needsLogin);

/** Whether a path is for admins only. */
export const requiresAdmin = (path: string) => isUnder(path, needsAdmin);

/** Whether a path is for moderators and admins only. */
export const requiresModerator = (path: string) => isUnder(path, needsModerator);

/** Whether a path stays reachable while the shop is closed, so that an admin can sign in. */
export const staysOpen = (path: string) => isUnder(path, openInMaintenance);

/** Whether a path of the API still answers everybody while the shop is closed. */
export const staysOpenApi = (path: string) => isUnder(path, openApi);

/** A path of this shop to return to after logging in, or the home page: never another site. */
export const safeNext = (next: string | null | undefined): string =>
  next && /^\/(?![/\\])[^\s\\]*$/.test(next) && !next.startsWith('/login') ? next : '/';
