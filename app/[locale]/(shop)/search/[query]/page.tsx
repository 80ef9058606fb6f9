import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Results } from '@/components/catalog/filters/results';
import { searchPlace } from '@/lib/catalog/filters';
import { unpackSegment } from '@/lib/core/http/segments';

type Props = {
  params: Promise<{ query: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Results depend on the address and are rendered for each request. */
export const instant = false;

const readQuery = async (params: Props['params']) => unpackSegment((await params).query);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('search');
  return { title: t('results', { query: await readQuery(params) }), robots: { index: false } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  await connection();
  const [query, raw, t] = await Promise.all([readQuery(params), searchParams, getTranslations('search')]);
  return <Results place={searchPlace(query)} raw={raw} title={t('results', { query })} />;
}
