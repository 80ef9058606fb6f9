import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CategoryPage } from '@/components/catalog/category-page';
import { alternates } from '@/lib/catalog/seo/metadata';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog.events');
  return { title: t('title'), description: t('intro'), alternates: alternates('/events') };
}

export default function EventsPage() {
  return <CategoryPage path="events" />;
}
