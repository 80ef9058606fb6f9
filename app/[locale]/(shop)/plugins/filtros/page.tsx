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
  const t = await getTranslations('catalog.plugins');
  return { title: t('title'), robots: { index: false } };
}

export default async function FilteredPluginsPage({ searchParams }: Props) {
  await connection();
  const [raw, t] = await Promise.all([searchParams, getTranslations('catalog.plugins')]);
  return <Results place={categoryPlace('plugins')} raw={raw} title={t('title')} />;
}
