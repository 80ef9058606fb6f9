import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { SearchForm } from '@/components/catalog/search-form';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { searchFilters, searchProducts } from '@/lib/catalog/search';
import { fromSegment, searchPath, searchText } from '@/lib/core/http/segments';
import { takeAttempt } from '@/lib/core/limits';
import { clientAddress } from '@/lib/core/security/visitor';

type Props = {
  params: Promise<{ query: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Results depend on the address and are rendered for each request. */
export const instant = false;

const readQuery = async (params: Props['params']) => searchText(fromSegment((await params).query));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('search');
  return { title: t('results', { query: await readQuery(params) }), robots: { index: false } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  await connection();
  const [query, raw, t] = await Promise.all([readQuery(params), searchParams, getTranslations('search')]);
  const wait = await takeAttempt('search', clientAddress(await headers()));
  if (wait > 0) return <Notice tone="warn">{t('limited')}</Notice>;
  const filters = searchFilters.parse(raw);
  const { products, next } = await searchProducts(await getLocale(), query, filters);
  const more = new URLSearchParams(
    Object.entries({ ...filters, cursor: next }).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold break-words">{t('results', { query })}</h1>
      <SearchForm filters={filters} />
      {products.length === 0 ? (
        <EmptyState icon={<SearchX />} title={t('none')}>
          <ButtonLink href="/trends">{t('tryTrends')}</ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid products={products} priority={2} heading="h2" />
      )}
      {next && (
        <div className="mt-10 flex justify-center">
          <ButtonLink href={`${searchPath(query)}?${more}`} rel="next" size="large">
            {t('more')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
