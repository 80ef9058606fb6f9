import { getSitemapBits, getSitemapEntries, listSitemapFiles, toSitemapPath } from '@/lib/catalog/seo/sitemap';
import { fixedEntries, toSitemapIndex, toUrlSet } from '@/lib/catalog/seo/sitemap-xml';
import { env } from '@/lib/core/env';
import { orOutage } from '@/lib/core/http/outage';
import { sitemapPaths } from '@/lib/gates/pages';

/** Sitemap of all pages; for a large shop, the index of its parts. */
export const GET = orOutage(async () => {
  const { SITE_URL } = env();
  const headers = { 'content-type': 'application/xml' };
  const bits = await getSitemapBits();
  const files = listSitemapFiles(bits);
  if (bits > 0) {
    return new Response(toSitemapIndex(SITE_URL, ['/sitemaps/pages.xml', ...files.map(toSitemapPath)]), { headers });
  }
  const found = await Promise.all(files.map(getSitemapEntries));
  return new Response(toUrlSet(SITE_URL, [...fixedEntries(sitemapPaths), ...found.flat()]), { headers });
});
