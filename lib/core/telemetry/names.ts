import { locales } from '../i18n/locale-names.mjs';

/** Known words of provider paths. Everything else is an id or token, and never part of a metric name. */
const providerWords = new Set(
  (
    'v1 v2 billing_portal capture captures charges checkout customer disputes events expire invoice_payments invoices ' +
    'notifications oauth2 orders payments payouts provide-evidence refund refunds sessions subscriptions token ' +
    'verify-webhook-signature'
  ).split(' '),
);

const cutQuery = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';

/** Names a provider call, with `*` for each id: `GET /v1/refunds/*`. */
export function providerCall(method: string, path: string): string {
  const parts = cutQuery(path).split('/').slice(1);
  return `${method} /${parts.map((part) => (providerWords.has(part) ? part : '*')).join('/')}`;
}

const isName = (part: string | undefined): part is string => part !== undefined && /^[a-z][a-z_]{1,62}$/.test(part);

/**
 * Names a call to Supabase: service, and function, table or path.
 *
 * @param path of the call, without its query
 */
export function supabaseCall(method: string, path: string): { service: string; call: string } {
  const [, service = '', , ...rest] = cutQuery(path).split('/');
  if (service === 'rest') {
    const [first, name] = rest;
    if (first === 'rpc') return { service, call: isName(name) ? name : '*' };
    return { service, call: `${method} ${isName(first) ? first : '*'}` };
  }
  if (service !== 'auth' && service !== 'storage') return { service: 'other', call: method };
  // Drops buckets, file paths and ids of people.
  const depth = service === 'auth' ? 1 : 2;
  const words = rest.slice(0, depth).filter((part) => isName(part) && part !== 'public');
  return { service, call: `${method} /${words.join('/')}` };
}

const inLanguage = new RegExp(`^/(?:${locales.join('|')})(?:/|$)`);

/**
 * Normalises a route; Next.js passes the address instead for some requests.
 *
 * @param route such as `/[locale]/p/[slug]`; of an address only known parts are kept
 */
export function routeName(route: string): string {
  if (/^\/\[locale\](?:\/|$)/.test(route)) return cutQuery(route);
  if (inLanguage.test(route)) return '/[locale]/*';
  const parts = cutQuery(route).split('/').slice(1);
  return `/${parts.map((part) => (/^(?:\[[\w.]+\]|[a-z_][a-z-]{0,30})$/.test(part) ? part : '*')).join('/')}`;
}
