import { getSitemapBits, getSitemapEntries, parseSitemapFile } from '@/lib/catalog/seo/sitemap';
import { fixedEntries, toUrlSet } from '@/lib/catalog/seo/sitemap-xml';
import { env } from '@/lib/core/env';
import { orOutage } from '@/lib/core/http/outage';
import { sitemapPaths } from '@/lib/gates/pages';

const notFound = () => new Response(null, { status: 404 });

/** A part of a large shop's sitemap. */
export const GET = orOutage(async (_request: Request, { params }: { params: Promise<{ file: string }> }) => {
  const { file: name } = await params;
  const file = parseSitemapFile(name);
  if (!file && name !== 'pages.xml') return notFound();
  // After growth, crawlers still request the files of the previous, smaller partition, so one step back is served.
  // Coarser parts would be too large.
  if (file && Math.abs(file.bits - (await getSitemapBits())) > 1) return notFound();
  const entries = file ? await getSitemapEntries(file) : fixedEntries(sitemapPaths);
  return new Response(toUrlSet(env().SITE_URL, entries), { headers: { 'content-type': 'application/xml' } });
});
