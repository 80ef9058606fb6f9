/**
 * The pages that are rendered for each request, so that their scripts can carry a nonce; `*` stands for one segment.
 * All other pages are prerendered. `tests/unit/security/request-pages.test.ts` compares this list with the pages, and
 * `tests/e2e/policy.http.ts` with what the build says of each.
 */
export const requestPages = [
  '/baja',
  '/ban',
  '/cart',
  '/checkout',
  '/confirm',
  '/dashboard',
  '/dashboard/reviews',
  '/dashboard/sales',
  '/dashboard/sales/*',
  '/dashboard-admin',
  '/dashboard-admin/announcements',
  '/dashboard-admin/audit',
  '/dashboard-admin/books',
  '/dashboard-admin/cases',
  '/dashboard-admin/charges',
  '/dashboard-admin/codes',
  '/dashboard-admin/coupons',
  '/dashboard-admin/disputes',
  '/dashboard-admin/disputes/*',
  '/dashboard-admin/events',
  '/dashboard-admin/failures',
  '/dashboard-admin/featured',
  '/dashboard-admin/orders',
  '/dashboard-admin/payments',
  '/dashboard-admin/payments/*',
  '/dashboard-admin/products',
  '/dashboard-admin/products/*',
  '/dashboard-admin/queries',
  '/dashboard-admin/users',
  '/dashboard-admin/users/*',
  '/dashboard-admin/withdrawals',
  '/dashboard-admin/withdrawals/*',
  '/dashboard/promotions',
  '/dlcs/filtros',
  '/edit/*',
  '/events/filtros',
  '/library',
  '/login',
  '/login/nombre',
  '/login/verificar',
  '/moderation',
  '/moderation/*',
  '/ofertas/filtros',
  '/p/*/reviews',
  '/paypal-success',
  '/plugins/filtros',
  '/preview/*',
  '/profile',
  '/profile/club',
  '/profile/coins',
  '/profile/favorites',
  '/profile/gift/*',
  '/profile/lang',
  '/profile/notifications',
  '/profile/order/*',
  '/profile/orders',
  '/profile/payment/*',
  '/profile/settings',
  '/profile/two-factor',
  '/publicar',
  '/reset-password',
  '/search/*',
  '/series/filtros',
  '/success',
];

const patterns = new RegExp(`^(?:${requestPages.map((page) => page.replaceAll('*', '[^/]+')).join('|')})$`);

/** Whether the page at an encoded path is rendered for each request. */
export const isRequestPage = (pathname: string): boolean => patterns.test(pathname);

/** Those of them that are the same for everybody who reads their language, with the parameters of their routes. */
const madeForAll = [
  '/dlcs/filtros',
  '/events/filtros',
  '/ofertas/filtros',
  '/p/[slug]/reviews',
  '/plugins/filtros',
  '/search/[query]',
  '/series/filtros',
].map((page) => ({ page, pattern: new RegExp(`^${page.replace(/\[\w+\]/, '[^/]+')}$`) }));

/** The page at an encoded path that is rendered for each request and yet the same for everybody. */
export const madeForAllAt = (pathname: string): string | undefined =>
  madeForAll.find(({ pattern }) => pattern.test(pathname))?.page;
