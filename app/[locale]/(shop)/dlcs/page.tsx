import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CategoryPage } from '@/components/catalog/category-page';
import { alternates } from '@/lib/catalog/seo/metadata';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog.dlcs');
  return { title: t('title'), description: t('intro'), alternates: alternates('/dlcs') };
}

export default function DlcsPage() {
  return <CategoryPage path="dlcs" />;
}
