import type { Asked } from 'autocannon';

/** Requests of a visitor, repeated by their frequency. */
const forVisitors = (products: string[]) => [
  '/',
  ...products.slice(0, 8).map((slug) => `/p/${slug}`),
  '/plugins',
  '/series',
  '/dlcs',
  '/ofertas',
  '/trends',
  '/club',
  '/search/mapa',
  '/api/search/suggest?q=fra',
  '/api/status',
];

/** Requests of a signed-in person, repeated by their frequency. */
const forMembers = (products: string[]) => [
  ...products.slice(0, 4).flatMap((slug) => [`/p/${slug}`, '/api/me']),
  '/profile',
  '/profile/orders',
  '/library',
  '/profile/favorites',
  '/profile/notifications',
  '/cart',
];

/** The mix of the load test: visitors and members alternate. */
export function mixOf(products: string[], sessions: string[]): Asked[] {
  const visitors = forVisitors(products).map((path): Asked => ({ path, headers: { 'accept-language': 'es' } }));
  const members = sessions.flatMap((cookie) =>
    forMembers(products).map((path): Asked => ({ path, headers: { 'accept-language': 'es', cookie } })),
  );
  const mixed: Asked[] = [];
  for (let at = 0; at < Math.max(visitors.length, members.length); at += 1) {
    mixed.push(visitors[at % visitors.length] as Asked, members[at % members.length] as Asked);
  }
  return mixed;
}
