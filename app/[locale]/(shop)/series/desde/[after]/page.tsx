import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CategoryPage } from '@/components/catalog/category-page';
import { getNewestOf } from '@/lib/catalog/category-page';
import { alternates } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';

type Props = { params: Promise<{ after: string }> };

export const ensureStatic = 'navigation';

export async function generateStaticParams() {
  return prerendered('after', await getNewestOf('series'));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('catalog.series');
  return { title: t('title'), alternates: alternates(`/series/desde/${(await params).after}`) };
}

export default async function MoreSeriesPage({ params }: Props) {
  return <CategoryPage path="series" after={(await params).after} />;
}
