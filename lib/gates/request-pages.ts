/**
 * The pages that are rendered for each request, so that their scripts can carry a nonce; `*` stands for one segment.
 * All other pages are prerendered. `tests/e2e/policy.spec.ts` compares this list with what the build says of each page.
 */
const pages = [
  '/ban',
  '/cart',
  '/checkout',
  '/confirm',
  '/dashboard',
  '/dashboard-admin',
  '/dashboard-admin/books',
  '/dashboard-admin/cases',
  '/dashboard-admin/charges',
  '/dashboard-admin/codes',
  '/dashboard-admin/coupons',
  '/dashboard-admin/events',
  '/dashboard-admin/orders',
  '/dashboard-admin/payments',
  '/dashboard-admin/payments/*',
  '/dashboard-admin/products',
  '/dashboard-admin/products/*',
  '/dashboard-admin/users',
  '/dashboard-admin/users/*',
  '/dashboard-admin/withdrawals',
  '/dashboard-admin/withdrawals/*',
  '/dashboard/promotions',
  '/edit/*',
  '/library',
  '/login',
  '/login/verificar',
  '/moderation',
  '/moderation/*',
  '/p/*/reviews',
  '/paypal-success',
  '/profile',
  '/profile/club',
  '/profile/coins',
  '/profile/favorites',
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
  '/success',
];

const patterns = new RegExp(`^(?:${pages.map((page) => page.replaceAll('*', '[^/]+')).join('|')})$`);

/** Whether the page at an encoded path is rendered for each request. */
export const isRequestPage = (pathname: string): boolean => patterns.test(pathname);
