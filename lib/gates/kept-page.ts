import 'server-only';
import { env } from '@/lib/core/env';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';
import { type Locale, localeCookie } from '@/lib/core/i18n/locales';
import { dataPolicy } from '@/lib/core/security/content-policy.mjs';

/** A page that replaces others: in maintenance mode, in an outage, and for an address without a page. */
export type KeptName = '/maintenance' | '/outage' | '/missing';

/** `sharing` is its `CDN-Cache-Control`. */
type KeptPage = { html: string; policy: string; sharing: string };

const pages = new Map<string, KeptPage>();
/** Time of each page's last fetch. */
const asked = new Map<string, number>();
/** During a release the page may come from a node of the other release and refer to its scripts. */
const freshForMs = 60_000;

async function fetchPage(name: KeptName, locale: Locale): Promise<KeptPage | null> {
  try {
    const response = await fetchWithin(deadlines.ownPage)(`${env().SITE_URL}${name}`, {
      headers: { cookie: `${localeCookie}=${locale}` },
      redirect: 'error',
      cache: 'no-store',
    });
    if (!response.ok) return null;
    const policy = response.headers.get('content-security-policy') ?? dataPolicy;
    const sharing = response.headers.get('cdn-cache-control') ?? 'no-store';
    return { html: await response.text(), policy, sharing };
  } catch {
    // The caller then sends the status alone.
    return null;
  }
}

/**
 * A page as HTML with its Content-Security-Policy, stored in memory and refreshed every minute in the background. A
 * rewrite is not possible: Next.js answers a rewrite to a static page with 200, and crawlers must see 503 or 404.
 *
 * @returns null if the page is unavailable
 */
export async function getKeptPage(name: KeptName, locale: Locale): Promise<KeptPage | null> {
  const key = `${locale} ${name}`;
  const known = pages.get(key);
  if (known && Date.now() - (asked.get(key) ?? 0) < freshForMs) return known;
  asked.set(key, Date.now());
  const next = fetchPage(name, locale).then((page) => {
    if (page) pages.set(key, page);
    return page;
  });
  return known ?? next;
}
