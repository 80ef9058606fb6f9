import type { MetadataRoute } from 'next';
import { cacheLife } from 'next/cache';
import { getAllCreatorNames, getAllSlugs } from '@/lib/catalog/server';
import { env } from '@/lib/core/env';
import { creatorPath } from '@/lib/core/http/segments';
import { legalPages, legalPath } from '@/lib/legal/pages';

const fixed = ['', '/plugins', '/series', '/dlcs', '/events', '/trends', '/ofertas', '/search', '/support'];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  'use cache';
  cacheLife('hours');
  const { SITE_URL } = env();
  const [slugs, creators] = await Promise.all([getAllSlugs(), getAllCreatorNames()]);
  const paths = [
    ...fixed,
    ...legalPages.map(legalPath),
    ...slugs.map((slug) => `/p/${slug}`),
    ...creators.map((name) => creatorPath(name)),
  ];
  return paths.map((path) => ({
    url: `${SITE_URL}${path}`,
    alternates: { languages: { es: `${SITE_URL}${path}?lng=es`, en: `${SITE_URL}${path}?lng=en` } },
  }));
}
