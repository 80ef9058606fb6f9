import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { Filters } from '@/components/catalog/filters/filters';
import { ProductCard } from '@/components/catalog/product/product-card';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Tag } from '@/components/ui/icons/shop';
import { offersListing } from '@/lib/catalog/filters';
import { getOffers } from '@/lib/catalog/on-offer';
import { breadcrumbs } from '@/lib/catalog/seo/json-ld';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { env } from '@/lib/core/env';
import { formatCents } from '@/lib/core/money';
import { getClubOffer } from '@/lib/pricing/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('catalog.offers');
  return { title: t('title'), description: t('intro'), ...(await publicPage('/ofertas')) };
}

/** Products cheaper than in the previous 30 days, each with the lowest price of that period. */
export default async function OffersPage() {
  const locale = await getLocale();
  const [t, nav, product, offers, club] = await Promise.all([
    getTranslations('catalog.offers'),
    getTranslations('nav'),
    getTranslations('product'),
    getOffers(locale),
    getClubOffer(),
  ]);
  return (
    <>
      <JsonLd
        data={breadcrumbs(env().SITE_URL, locale, [
          { name: nav('home'), path: '/' },
          { name: t('title'), path: '/ofertas' },
        ])}
      />
      <header className="mb-8">
        <h1 className="text-3xl font-extrabold sm:text-4xl">{t('title')}</h1>
        <p className="mt-2 text-lg text-muted">{t('intro')}</p>
      </header>
      {offers.length === 0 ? (
        <EmptyState icon={<Tag />} title={t('empty')}>
          <ButtonLink href="/trends">{t('trends')}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Filters listing={offersListing} />
          <ul className="grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3 xl:grid-cols-4">
            {offers.map(({ card, lowestCents }, index) => (
              <li key={card.id} className="grid grid-rows-[1fr_auto] gap-1.5">
                <ProductCard product={card} club={club} priority={index < 2} heading="h2" />
                {lowestCents !== null && (
                  <p className="text-xs text-muted">
                    {product('lowest', { amount: formatCents(lowestCents, locale) })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
