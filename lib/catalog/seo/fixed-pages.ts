import { legalPages, legalPath } from '@/lib/legal/pages';
import type { SitemapEntry } from './sitemap-xml';

const fixed = ['', '/plugins', '/series', '/dlcs', '/events', '/trends', '/ofertas', '/search', '/support'];

/** The pages that every shop has. */
export const fixedPages: SitemapEntry[] = [...fixed, ...legalPages.map(legalPath)].map((path) => ({
  path,
  changedAt: null,
}));
