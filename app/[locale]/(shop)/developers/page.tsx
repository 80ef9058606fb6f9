import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ApiReference } from '@/components/api/api-reference';
import { publicPage } from '@/lib/catalog/seo/metadata';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('api.developers');
  return { title: t('title'), description: t('intro'), ...(await publicPage('/developers')) };
}

/** Reference of the API for creators. */
export default function DevelopersPage() {
  return <ApiReference />;
}
