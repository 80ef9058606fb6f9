import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Results } from '@/components/catalog/filters/results';
import { categoryPlace } from '@/lib/catalog/filters';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { searchParams: Promise<PageQuery> };

/** Filters depend on the address and are rendered for each request. */
export const instant = false;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog.dlcs');
  return { title: t('title'), robots: { index: false } };
}

export default async function FilteredDlcsPage({ searchParams }: Props) {
  await connection();
  const [raw, t] = await Promise.all([searchParams, getTranslations('catalog.dlcs')]);
  return <Results place={categoryPlace('dlcs')} raw={raw} title={t('title')} />;
}
