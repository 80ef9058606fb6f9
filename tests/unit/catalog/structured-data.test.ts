import { describe, expect, test } from 'vitest';
import type { CreatorProfile } from '@/lib/catalog/creator';
import type { Post } from '@/lib/catalog/posts';
import type { Review } from '@/lib/catalog/rating';
import {
  listJsonLd,
  postJsonLd,
  productJsonLd,
  profileJsonLd,
  questionsJsonLd,
  shopJsonLd,
} from '@/lib/catalog/seo/json-ld';
import type { Product } from '@/lib/catalog/types';
import { checkStructuredData } from '../../e2e/support/structured-data.ts';

const page = (...data: string[]) => data.map((one) => `<script type="application/ld+json">${one}</script>`).join('');
const check = (...data: object[]) => checkStructuredData(page(...data.map((one) => JSON.stringify(one))));

describe('the check of structured data', () => {
  test('reports a product without a price, an incomplete list, and invalid JSON', async () => {
    const product = { '@context': 'https://schema.org', '@type': 'Product', name: 'Torre', image: ['/a.jpg'] };
    const list = { '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem' }] };
    const { types, errors } = await check(product, list);
    expect(types).toEqual(['Product', 'ItemList']);
    expect(errors).toContainEqual(expect.stringMatching(/^Product: .*"offers" is missing$/));
    expect(errors).toContainEqual(expect.stringMatching(/^ItemList\.itemListElement: .*"position" is missing$/));
    expect((await checkStructuredData(page('{"@type": "Product"'))).errors).toEqual([
      'jsonld: Could not parse JSON-LD',
    ]);
  });

  test('reports nothing for a list of products and for questions', async () => {
    const products = [{ slug: 'a', name: 'A' }] as Product[];
    const times = { at: '2026-01-01T00:00:00Z', answeredAt: '2026-01-02T00:00:00Z' };
    const question = { text: '¿Va?', author: 'Ana', answer: 'Sí', ...times };
    const list = listJsonLd('https://shop.test', 'es', 'Plugins', products);
    expect(list.itemListElement).toMatchObject([{ '@type': 'ListItem', name: 'A', url: 'https://shop.test/p/a' }]);
    expect(await check(list, questionsJsonLd('https://shop.test', 'es', '/p/a/questions', [question]))).toEqual({
      types: ['ItemList', 'FAQPage'],
      errors: [],
    });
  });
});

test('the dates of questions and posts are those of ISO 8601, not the text of the database', () => {
  const [at, later] = ['2026-01-01 10:00:00.123456+00', '2026-01-02 10:00:00+00'];
  const question = { text: '¿Va?', author: 'Ana', answer: 'Sí', at, answeredAt: later };
  expect(questionsJsonLd('https://shop.test', 'es', '/p/a/questions', [question])).toMatchObject({
    mainEntity: [
      { datePublished: '2026-01-01T10:00:00.123Z', acceptedAnswer: { datePublished: '2026-01-02T10:00:00.000Z' } },
    ],
  });
  const post = { id: 'a', title: 'Torre', at, editedAt: later, author: { displayName: 'Ana' } } as Post;
  expect(postJsonLd('https://shop.test', 'es', post)).toMatchObject({
    datePublished: '2026-01-01T10:00:00.123Z',
    dateModified: '2026-01-02T10:00:00.000Z',
  });
});

test('a search engine reads who runs the shop', async () => {
  const shop = shopJsonLd('https://shop.test', 'es', 'Mapas y plugins', 'hola@shop.test');
  const [site, organization] = shop['@graph'];
  expect(shop['@context']).toBe('https://schema.org');
  expect(site).toMatchObject({ name: 'UnStore', publisher: { '@id': 'https://shop.test/#organization' } });
  expect(organization).toMatchObject({
    '@id': 'https://shop.test/#organization',
    name: 'UnStore',
    logo: 'https://shop.test/icon-512.png',
  });
});

test('a search engine reads a creator with picture, followers and links', async () => {
  const creator = {
    id: 'c',
    displayName: 'Ana',
    username: 'ana',
    avatarUrl: '/default-avatar.webp',
    bio: '',
    followers: 3,
    links: [] as CreatorProfile['links'],
  } as CreatorProfile;
  const profile = profileJsonLd('https://shop.test', 'es', creator);
  expect(await check(profile)).toEqual({ types: ['ProfilePage'], errors: [] });
  expect(profile.mainEntity).toMatchObject({
    '@type': 'Person',
    image: 'https://shop.test/default-avatar.webp',
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'FollowAction' },
      userInteractionCount: 3,
    },
  });
  expect(profile.mainEntity).not.toHaveProperty('sameAs');
  expect(profile.mainEntity).not.toHaveProperty('description');
});

describe('a search engine reads of a product', () => {
  const product = {
    slug: 'torre',
    name: 'Torre',
    about: 'Un mapa',
    developer: 'Ana',
    coverUrl: '/media/a.webp',
    gallery: [{ url: '/media/b.webp' }],
    available: true,
    inStock: true,
    reservation: false,
    priceCents: 1_000,
    offerCents: null,
    rating: { average: 4.5, count: 2 },
  } as unknown as Product;
  const reviews = [
    { author: { displayName: 'Eva' }, at: '2026-01-02T10:00:00Z', stars: 5, text: 'Muy bien' },
    { author: { displayName: 'Leo' }, at: '2026-01-03T10:00:00Z', stars: 4, text: '' },
  ] as Review[];
  const data = (change: Partial<Product> = {}) =>
    productJsonLd('https://shop.test', 'en', { ...product, ...change }, reviews, []);

  test('pictures, price and reviews', async () => {
    expect(await check(data())).toEqual({ types: ['Product'], errors: [] });
    expect(data()).toMatchObject({
      image: ['https://shop.test/media/a.webp', 'https://shop.test/media/b.webp'],
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2 },
      review: [
        {
          '@type': 'Review',
          author: { '@type': 'Person', name: 'Eva' },
          datePublished: '2026-01-02',
          reviewRating: { '@type': 'Rating', ratingValue: 5 },
          reviewBody: 'Muy bien',
        },
        { author: { name: 'Leo' } },
      ],
      offers: { '@type': 'Offer', url: 'https://shop.test/p/torre?lng=en', price: '10.00', priceCurrency: 'EUR' },
    });
    expect(data({ rating: null })).not.toHaveProperty('review');
  });

  test.each([
    ['InStock', {}],
    ['PreOrder', { reservation: true }],
    ['OutOfStock', { available: false }],
    ['OutOfStock', { inStock: false, reservation: true }],
  ])('that it is %s', (state, change) =>
    expect(data(change).offers).toMatchObject({ availability: `https://schema.org/${state}` }),
  );
});
