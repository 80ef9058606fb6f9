import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Results } from '@/components/catalog/filters/results';
import { isCategoryPath } from '@/lib/catalog/categories';
import { categoryListing } from '@/lib/catalog/filters';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { params: Promise<{ category: string }>; searchParams: Promise<PageQuery> };

/** Depends on the query, so it is rendered for each request. */
export const instant = false;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { category } = await params;
  if (!isCategoryPath(category)) return {};
  const t = await getTranslations(`catalog.${category}`);
  return { title: t('title'), robots: { index: false } };
}

export default async function FilteredCategoryPage({ params, searchParams }: Props) {
  await connection();
  const [{ category }, raw, t] = await Promise.all([params, searchParams, getTranslations('catalog')]);
  if (!isCategoryPath(category)) notFound();
  return <Results listing={categoryListing(category)} raw={raw} title={t(`${category}.title`)} />;
}
