import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { ProductStrip } from '@/components/catalog/product/product-strip';
import { ProductView } from '@/components/catalog/product/product-view';
import { RunningOffers } from '@/components/catalog/product/running-offers';
import { Visit } from '@/components/catalog/product/visit-client';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { ProductReviews } from '@/components/reviews/product-reviews';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { SectionMissing } from '@/components/ui/section-missing';
import { pathOfCategory } from '@/lib/catalog/categories';
import { getProductBySlug, getProductSlugs } from '@/lib/catalog/product';
import { getRelated } from '@/lib/catalog/related';
import { getRunningOffers } from '@/lib/catalog/running-offers';
import { breadcrumbs, productJsonLd } from '@/lib/catalog/seo/json-ld';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';
import { env } from '@/lib/core/env';
import { addressIn } from '@/lib/core/i18n/locales';
import { getClubOffer } from '@/lib/pricing/server';
import { countQuestions } from '@/lib/questions/server';
import { questionsPath } from '@/lib/questions/types';
import { listReviews } from '@/lib/reviews/server';

type Props = { params: Promise<{ slug: string }> };

const reviewsShown = 6;

export const ensureStatic = 'navigation';

export async function generateStaticParams() {
  return prerendered('slug', await getProductSlugs(100));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await getLocale();
  const product = await getProductBySlug(locale, (await params).slug);
  if (!product) return {};
  const address = `${env().SITE_URL}${addressIn(`/p/${product.slug}`, locale)}`;
  return {
    title: product.name,
    description: product.about,
    ...(await publicPage(`/p/${product.slug}`, {
      title: product.name,
      picture: { url: product.bannerUrl ?? product.coverUrl, alt: product.name },
      oembed: `/api/oembed?url=${encodeURIComponent(address)}`,
    })),
  };
}

export default async function ProductPage({ params }: Props) {
  const locale = await getLocale();
  const product = await getProductBySlug(locale, (await params).slug);
  if (!product) notFound();
  const [t, nav, related, { reviews, hasMore }, club, offers, questions] = await Promise.all([
    getTranslations('productPage'),
    getTranslations('nav'),
    getRelated(locale, product),
    listReviews(product, reviewsShown),
    getClubOffer(),
    getRunningOffers(locale, product),
    countQuestions(product),
  ]);
  const section = pathOfCategory(product.category);
  const siteUrl = env().SITE_URL;
  return (
    <MoreClientMessages namespaces={['gallery', 'parts', 'reviews', 'reports']}>
      {/* Search engines accept no product without an offer, and visitors cannot buy one of the Club. */}
      {!product.clubOnly && <JsonLd data={productJsonLd(siteUrl, locale, product, reviews, offers)} />}
      <JsonLd
        data={breadcrumbs(siteUrl, locale, [
          { name: nav('home'), path: '/' },
          { name: nav(section), path: `/${section}` },
          { name: product.name, path: `/p/${product.slug}` },
        ])}
      />
      <RunningOffers offers={offers} />
      <ProductView product={product} club={club}>
        <ProductReviews product={product} reviews={reviews} hasMore={hasMore} />
        <ButtonLink href={questionsPath(product.slug)} prefetch={false} className="mt-4">
          {t('questions', { count: questions })}
        </ButtonLink>
      </ProductView>
      {product.extensions.length > 0 && (
        <section aria-labelledby="extensions" className="mt-12">
          <h2 id="extensions" className="mb-5 text-2xl font-bold">
            {t('extensions')}
          </h2>
          <ProductGrid products={product.extensions} />
        </section>
      )}
      {!related && <SectionMissing title={t('related')} text={t('relatedMissing')} />}
      {related && related.length > 0 && (
        <section aria-labelledby="related" className="mt-16">
          <h2 id="related" className="mb-5 text-2xl font-bold">
            {t('related')}
          </h2>
          <ProductStrip products={related} />
        </section>
      )}
      <div className="mt-10 flex justify-end">
        <ReportButton kind="producto" id={product.id} name={product.name} />
      </div>
      <Visit slug={product.slug} />
    </MoreClientMessages>
  );
}
