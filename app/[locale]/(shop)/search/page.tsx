import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { SectionMissing } from '@/components/ui/section-missing';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { getTrending } from '@/lib/catalog/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('search');
  return { title: t('title'), description: t('intro'), ...(await publicPage('/search')) };
}

export default async function SearchLandingPage() {
  const [t, home, trending] = await Promise.all([
    getTranslations('search'),
    getTranslations('home'),
    getTrending(await getLocale(), 8),
  ]);
  return (
    <>
      <header className="mb-8">
        <h1 className="text-3xl font-extrabold sm:text-4xl">{t('title')}</h1>
        <p className="mt-2 text-lg text-muted">{t('intro')}</p>
      </header>
      {trending ? <ProductGrid products={trending} heading="h2" /> : <SectionMissing text={home('missing.trending')} />}
    </>
  );
}
