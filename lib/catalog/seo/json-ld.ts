import type {
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  Graph,
  ItemList,
  Product as ProductData,
  ProfilePage,
  WithContext,
} from 'schema-dts';
import type { CreatorProfile } from '@/lib/catalog/creator';
import type { Post } from '@/lib/catalog/posts';
import type { Product, ProductCardData } from '@/lib/catalog/types';
import { creatorPath, postPath } from '@/lib/core/http/segments';
import { addressIn, type Locale } from '@/lib/core/i18n/locales';
import { displayPrice } from '@/lib/pricing';
import type { Review } from '../rating';
import type { RunningOffer } from '../running-offers';
import { isoTime } from './iso-time';

type Asked = { text: string; author: string; at: string; answer: string; answeredAt: string };
type Crumb = { name: string; path: string };

/**
 * Breadcrumbs as structured data.
 *
 * @param crumbs from the home page down, each with its path
 */
export const breadcrumbs = (siteUrl: string, locale: Locale, crumbs: Crumb[]): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${siteUrl}${addressIn(path, locale)}`,
  })),
});

/** The shop and who runs it as structured data, for the home page. */
export const shopJsonLd = (siteUrl: string, locale: Locale, description: string, email: string): Graph => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'WebSite',
      '@id': `${siteUrl}/#website`,
      name: 'UnStore',
      url: `${siteUrl}${addressIn('/', locale)}`,
      description,
      inLanguage: locale,
      publisher: { '@id': `${siteUrl}/#organization` },
    },
    {
      '@type': 'Organization',
      '@id': `${siteUrl}/#organization`,
      name: 'UnStore',
      url: `${siteUrl}/`,
      logo: `${siteUrl}/icon-512.png`,
      email,
    },
  ],
});

/** A public profile as structured data. */
export function profileJsonLd(siteUrl: string, locale: Locale, creator: CreatorProfile): WithContext<ProfilePage> {
  const url = `${siteUrl}${addressIn(creatorPath(creator.displayName), locale)}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    inLanguage: locale,
    mainEntity: {
      '@type': 'Person',
      name: creator.displayName,
      alternateName: creator.username,
      identifier: creator.id,
      url,
      image: `${siteUrl}${creator.avatarUrl}`,
      ...(creator.bio ? { description: creator.bio } : {}),
      ...(creator.links.length > 0 ? { sameAs: creator.links.map(({ href }) => href) } : {}),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'FollowAction' },
        userInteractionCount: creator.followers,
      },
    },
  };
}

/** A public post as structured data. */
export const postJsonLd = (siteUrl: string, locale: Locale, post: Post): WithContext<BlogPosting> => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: post.title,
  url: `${siteUrl}${addressIn(postPath(post.id), locale)}`,
  datePublished: isoTime(post.at),
  dateModified: isoTime(post.editedAt ?? post.at),
  author: {
    '@type': 'Person',
    name: post.author.displayName,
    url: `${siteUrl}${addressIn(creatorPath(post.author.displayName), locale)}`,
  },
});

/**
 * The answered questions about a product as structured data of a page. Only its creator and the team can answer.
 */
export const questionsJsonLd = (
  siteUrl: string,
  locale: Locale,
  path: string,
  questions: Asked[],
): WithContext<FAQPage> => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  url: `${siteUrl}${addressIn(path, locale)}`,
  inLanguage: locale,
  mainEntity: questions.map(({ text, author, at, answer, answeredAt }) => ({
    '@type': 'Question',
    name: text,
    datePublished: isoTime(at),
    author: { '@type': 'Person', name: author },
    acceptedAnswer: { '@type': 'Answer', text: answer, datePublished: isoTime(answeredAt) },
  })),
});

/** A list of products as structured data, in the order of the page. */
export const listJsonLd = (
  siteUrl: string,
  locale: Locale,
  title: string,
  products: ProductCardData[],
): WithContext<ItemList> => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name: title,
  numberOfItems: products.length,
  itemListElement: products.map(({ slug, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: `${siteUrl}${addressIn(`/p/${slug}`, locale)}`,
  })),
});

/**
 * A product as structured data, with the price of the page.
 *
 * @param offers the offers with dates that are the price of the product or its editions
 */
export function productJsonLd(
  siteUrl: string,
  locale: Locale,
  product: Product,
  reviews: Review[],
  offers: RunningOffer[],
): WithContext<ProductData> {
  const lastDay = offers.find(({ edition }) => edition === null)?.lastDay;
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
      url: `${siteUrl}${addressIn(`/p/${product.slug}`, locale)}`,
      price: (displayPrice(product) / 100).toFixed(2),
      priceCurrency: 'EUR',
      availability: `https://schema.org/${state}`,
      ...(lastDay ? { priceValidUntil: lastDay } : {}),
    },
  };
}
