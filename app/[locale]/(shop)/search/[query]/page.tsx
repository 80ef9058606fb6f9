import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Results } from '@/components/catalog/filters/results';
import { searchListing } from '@/lib/catalog/filters';
import { readFilters } from '@/lib/catalog/search';
import { foundBy } from '@/lib/catalog/seo/found-by';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { searchForVisitor } from '@/lib/catalog/visitor-search';
import type { PageQuery } from '@/lib/core/http/page-query';
import { searchPath, unpackSegment } from '@/lib/core/http/segments';

type Props = {
  params: Promise<{ query: string }>;
  searchParams: Promise<PageQuery>;
};

/** Depends on the query, so it is rendered for each request. */
export const instant = false;

const readQuery = async (params: Props['params']) => unpackSegment((await params).query);

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [query, raw, t] = await Promise.all([readQuery(params), searchParams, getTranslations('search')]);
  const title = t('results', { query });
  const { chosen, cursor } = readFilters(raw);
  const isNarrowed = cursor !== undefined || Object.values(chosen).some((value) => value !== undefined);
  // The page itself reports a failed search.
  const found = isNarrowed
    ? null
    : await searchForVisitor(await getLocale(), searchListing(query), raw).catch(() => null);
  const names = found?.products.map(({ name }) => name) ?? [];
  const words = foundBy(query, names);
  if (words === null) return { title, robots: { index: false } };
  const description = t('found', { names: names.slice(0, 3).join(', ') });
  // A query belongs to one language, so its page has no alternate in the other.
  const { alternates, ...preview } = await publicPage(searchPath(words));
  return { title, description, alternates: { canonical: alternates?.canonical }, ...preview };
}

export default async function SearchPage({ params, searchParams }: Props) {
  await connection();
  const [query, raw, t] = await Promise.all([readQuery(params), searchParams, getTranslations('search')]);
  return <Results listing={searchListing(query)} raw={raw} title={t('results', { query })} />;
}
