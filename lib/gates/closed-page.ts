import 'server-only';
import { env } from '@/lib/core/env';
import { type Locale, localeCookie } from '@/lib/core/i18n/locales';
import { dataPolicy } from '@/lib/core/security/content-policy.mjs';

type ClosedPage = { html: string; policy: string };

// Pages, not promises of them: on an edge host a promise ends with the request that made it.
const pages = new Map<Locale, ClosedPage>();

async function load(locale: Locale): Promise<ClosedPage> {
  const response = await fetch(`${env().SITE_URL}/maintenance`, {
    headers: { cookie: `${localeCookie}=${locale}` },
    redirect: 'error',
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`the maintenance page answered ${response.status}`);
  return { html: await response.text(), policy: response.headers.get('content-security-policy') ?? dataPolicy };
}

/**
 * The maintenance page as HTML with its Content-Security-Policy, kept in memory because it is the same for everybody. A
 * rewrite to the page is not possible: Next.js answers a rewrite to a static page with 200, and crawlers must see 503.
 */
export async function getClosedPage(locale: Locale): Promise<ClosedPage | null> {
  const kept = pages.get(locale);
  if (kept) return kept;
  try {
    const page = await load(locale);
    pages.set(locale, page);
    return page;
  } catch {
    return null;
  }
}
