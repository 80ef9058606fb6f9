import type { Product } from '@/lib/catalog/types';
import { inLanguage, type Locale } from '@/lib/core/i18n/locales';
import { displayPrice } from '@/lib/pricing';
import type { Review } from '../rating';

type Crumb = { name: string; path: string };

/**
 * Breadcrumbs as structured data.
 *
 * @param crumbs from the home page down, each with its path
 */
export const breadcrumbs = (siteUrl: string, locale: Locale, crumbs: Crumb[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${siteUrl}${inLanguage(path, locale)}`,
  })),
});

/** A product as structured data, with the price of the page. */
export function productJsonLd(siteUrl: string, locale: Locale, product: Product, reviews: Review[]) {
  const state = !product.available || !product.inStock ? 'OutOfStock' : product.reservation ? 'PreOrder' : 'InStock';
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.about,
    image: [product.coverUrl, ...product.gallery.map(({ url }) => url)].map((url) => `${siteUrl}${url}`),
    sku: product.slug,
    ...(product.developer ? { brand: { '@type': 'Brand', name: product.developer } } : {}),
    ...(product.rating
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating.average,
            reviewCount: product.rating.count,
          },
          review: reviews.map((review) => ({
            '@type': 'Review',
            author: { '@type': 'Person', name: review.author.displayName },
            datePublished: review.at.slice(0, 10),
            reviewRating: { '@type': 'Rating', ratingValue: review.stars },
            ...(review.text ? { reviewBody: review.text } : {}),
          })),
        }
      : {}),
    offers: {
      '@type': 'Offer',
      url: `${siteUrl}${inLanguage(`/p/${product.slug}`, locale)}`,
      price: (displayPrice(product) / 100).toFixed(2),
      priceCurrency: 'EUR',
      availability: `https://schema.org/${state}`,
    },
  };
}
