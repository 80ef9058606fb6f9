import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Results } from '@/components/catalog/filters/results';
import { offersListing } from '@/lib/catalog/filters';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { searchParams: Promise<PageQuery> };

/** Depends on the query, so it is rendered for each request. */
export const instant = false;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog.offers');
  return { title: t('title'), robots: { index: false } };
}

export default async function FilteredOffersPage({ searchParams }: Props) {
  await connection();
  const [raw, t] = await Promise.all([searchParams, getTranslations('catalog.offers')]);
  return <Results listing={offersListing} raw={raw} title={t('title')} />;
}
