import 'server-only';
import { env } from '@/lib/core/env';
import { deadlines, fetchWithin } from '@/lib/core/http/deadlines';
import { type Locale, localeCookie } from '@/lib/core/i18n/locales';
import { dataPolicy } from '@/lib/core/security/content-policy.mjs';

/** A page that is answered in place of others: while the shop is closed, and while it cannot know who asks. */
export type KeptName = '/maintenance' | '/outage';

type KeptPage = { html: string; policy: string };

const pages = new Map<string, KeptPage>();

/**
 * A page as HTML with its Content-Security-Policy, kept in memory because it is the same for everybody. A rewrite to
 * the page is not possible: Next.js answers a rewrite to a static page with 200, and crawlers must see 503.
 *
 * @returns null if the page cannot be had
 */
export async function getKeptPage(name: KeptName, locale: Locale): Promise<KeptPage | null> {
  const key = `${locale} ${name}`;
  const known = pages.get(key);
  if (known) return known;
  try {
    const response = await fetchWithin(deadlines.ownPage)(`${env().SITE_URL}${name}`, {
      headers: { cookie: `${localeCookie}=${locale}` },
      redirect: 'error',
      cache: 'no-store',
    });
    if (!response.ok) return null;
    const policy = response.headers.get('content-security-policy') ?? dataPolicy;
    const page = { html: await response.text(), policy };
    pages.set(key, page);
    return page;
  } catch {
    // The status of the answer says enough.
    return null;
  }
}
