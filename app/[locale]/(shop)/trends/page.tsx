import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Flame } from '@/components/ui/icons/shop';
import { SectionMissing } from '@/components/ui/section-missing';
import { recommendedOf } from '@/lib/catalog/recommended';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { getNewest, getTrending } from '@/lib/catalog/server';

const perSection = 6;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog.trends');
  return { title: t('title'), description: t('intro'), ...(await publicPage('/trends')) };
}

/**
 * The six most visited products, which «Ver más» extends by eighteen without JavaScript; the newest; the recommended.
 */
export default async function TrendsPage() {
  const locale = await getLocale();
  const [t, catalog, home, trending, newest] = await Promise.all([
    getTranslations('catalog.trends'),
    getTranslations('catalog'),
    getTranslations('home'),
    getTrending(locale, 24),
    getNewest(locale, perSection),
  ]);
  const most = trending ?? [];
  const rest = most.slice(perSection);
  const recommended = recommendedOf(most, newest ?? [], perSection).slice(0, perSection);
  return (
    <>
      <header className="mb-8">
        <h1 className="text-3xl font-extrabold sm:text-4xl">{t('title')}</h1>
        <p className="mt-2 text-lg text-muted">{t('intro')}</p>
      </header>
      {!trending && <SectionMissing text={home('missing.trending')} />}
      {trending?.length === 0 && (
        <EmptyState icon={<Flame />} title={t('empty')}>
          <ButtonLink href="/">{catalog('backHome')}</ButtonLink>
        </EmptyState>
      )}
      <ProductGrid products={most.slice(0, perSection)} priority={2} heading="h2" />
      {rest.length > 0 && (
        <details className="group mt-6">
          <summary className="mx-auto flex min-h-11 w-fit list-none items-center rounded-control border border-line bg-raised px-6 font-semibold group-open:hidden hover:border-link [&::-webkit-details-marker]:hidden">
            {t('more')}
          </summary>
          <ProductGrid products={rest} heading="h2" />
        </details>
      )}
      {!newest && <SectionMissing title={home('newest')} text={home('missing.newest')} />}
      {newest && newest.length > 0 && (
        <section aria-labelledby="newest" className="mt-16">
          <h2 id="newest" className="mb-5 text-2xl font-bold">
            {home('newest')}
          </h2>
          <ProductGrid products={newest} />
        </section>
      )}
      {!trending && <SectionMissing title={home('recommended')} text={home('missing.recommended')} />}
      {recommended.length > 0 && (
        <section aria-labelledby="recommended" className="mt-16">
          <h2 id="recommended" className="mb-5 text-2xl font-bold">
            {home('recommended')}
          </h2>
          <ProductGrid products={recommended} />
        </section>
      )}
    </>
  );
}
