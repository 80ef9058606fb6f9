import { escapeMarkup } from '@/lib/core/html/escape';
import { addressIn, locales } from '@/lib/core/i18n/locales';

/** A sitemap entry: path, and time of the last change, if known. */
export type SitemapEntry = { path: string; changedAt: string | null };

/** The entries of fixed pages. */
export const fixedEntries = (paths: string[]): SitemapEntry[] => paths.map((path) => ({ path, changedAt: null }));

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A sitemap file. Each page has an address per language, which all name each other. */
export function toUrlSet(site: string, entries: SitemapEntry[]): string {
  const urls = entries.flatMap(({ path, changedAt }) => {
    const addresses = locales.map((locale) => ({
      locale,
      address: escapeMarkup(`${site}${addressIn(path, locale)}`),
    }));
    const changed = changedAt === null ? '' : `<lastmod>${escapeMarkup(changedAt)}</lastmod>`;
    const links = [...addresses, { locale: 'x-default', address: escapeMarkup(`${site}${path}`) }]
      .map(({ locale, address }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address}"/>`)
      .join('');
    return addresses.map(({ address }) => `<url><loc>${address}</loc>${links}${changed}</url>`);
  });
  return `${head}<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}

/** The sitemap index of a large shop. */
export function toSitemapIndex(site: string, paths: string[]): string {
  const sitemaps = paths.map((path) => `<sitemap><loc>${escapeMarkup(`${site}${path}`)}</loc></sitemap>`);
  return `${head}<sitemapindex xmlns="${schema}">\n${sitemaps.join('\n')}\n</sitemapindex>\n`;
}
