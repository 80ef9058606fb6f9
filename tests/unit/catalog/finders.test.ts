import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toProfileLink } from '@/lib/catalog/profile-links';
import { creatorFeedPath, feedPath, toFeed } from '@/lib/catalog/seo/feed-xml';
import { listJsonLd, productJsonLd, profileJsonLd, shopJsonLd } from '@/lib/catalog/seo/json-ld';
import { parseSharePath, sharePath } from '@/lib/catalog/seo/share-picture';
import type { Product } from '@/lib/catalog/types';
import { toShareJpeg } from '@/lib/core/images';

const site = 'https://shop.test';
const cover = '/media/portadas/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.webp';

describe('a shared picture', () => {
  test('has an address that leads back to it, if it is in storage', () => {
    const path = sharePath(cover) ?? '';
    expect(path).toBe(cover.replace('/media/', '/share/').replace('.webp', '.jpg'));
    expect(parseSharePath(path)).toMatchObject({ bucket: 'portadas' });
    for (const other of ['/default-avatar.webp', 'https://else.test/a.webp']) expect(sharePath(other)).toBeNull();
    for (const other of ['/share/descargas/a.jpg', '/share/../a.jpg', cover]) expect(parseSharePath(other)).toBeNull();
  });

  test.each([
    ['a cover', 720, 960],
    ['a banner', 1600, 900],
    ['an avatar', 64, 64],
  ])('of %s is a JPEG of 1200 × 630', async (_what, width, height) => {
    const source = await sharp({ create: { width, height, channels: 3, background: '#5b2f8f' } })
      .webp()
      .toBuffer();
    const picture = await sharp(await toShareJpeg(source, { width: 1200, height: 630 })).metadata();
    expect(picture).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });
});

test('the feed escapes texts of creators, and contains the time of its last change', () => {
  const entry = {
    id: 'a-1',
    path: '/p/torre?lng=en',
    title: 'Torre <1> & más',
    summary: '"Crece"',
    author: 'A&B',
    picture: '/share/x.jpg',
    publishedAt: '2026-01-02T03:04:05+00:00',
    updatedAt: '2026-02-02T03:04:05+00:00',
  };
  const text = toFeed(site, 'en', {
    title: 'New',
    path: feedPath('en'),
    page: '/',
    entries: [{ ...entry, updatedAt: '2026-01-03T00:00:00Z', picture: null }, entry],
  });
  expect(text).toContain('<title>Torre &lt;1&gt; &amp; más</title>');
  expect(text).toContain('<name>A&amp;B</name>');
  expect(text).toContain('xml:lang="en"');
  expect(text.indexOf('<updated>2026-02-02T03:04:05.000Z</updated>')).toBeLessThan(text.indexOf('<entry>'));
  expect(text.match(/rel="enclosure"/g)).toHaveLength(1);
  const path = creatorFeedPath('Ana & Co', 'en');
  expect(toFeed(site, 'en', { title: 'Nada', path, page: '/account/Ana', entries: [] })).toContain(
    `<id>${site}/feed.xml?lng=en&amp;creador=Ana%20%26%20Co</id>`,
  );
  expect(toFeed(site, 'es', { title: 'Nada', path: feedPath('es'), page: '/', entries: [] })).toContain(
    '<updated>1970-01-01T00:00:00.000Z</updated>',
  );
});

test('the feed leaves out characters that XML has no place for', () => {
  const entry = {
    ...{
      id: 'a-1',
      path: '/p/torre',
      picture: null,
      publishedAt: '2026-01-02T00:00:00Z',
      updatedAt: '2026-01-02T00:00:00Z',
    },
    ...{ title: 'To\u0000rre\u000b', summary: 'Una\u000blínea\ud800, otra\nmás 🏰', author: 'A\ufffe' },
  };
  const text = toFeed(site, 'es', { title: 'Nuevo', path: feedPath('es'), page: '/', entries: [entry] });
  expect(text).toContain('<title>Torre</title>');
  expect(text).toContain('<summary>Unalínea, otra\nmás 🏰</summary>');
  expect(text).toContain('<name>A</name>');
});

describe('structured data', () => {
  test('of the shop, a creator and a list contains its language and addresses', () => {
    expect(shopJsonLd(site, 'en', 'Games', 'a@b.test')['@graph']).toMatchObject([
      { '@type': 'WebSite', url: `${site}/?lng=en`, inLanguage: 'en' },
      { '@type': 'Organization', url: `${site}/`, email: 'a@b.test' },
    ]);
    const creator = {
      id: 'c',
      displayName: 'Ana B',
      username: 'ana',
      avatarUrl: '/default-avatar.webp',
      verified: false,
      isClubMember: false,
      bannerUrl: '',
      bio: '',
      followers: 3,
      links: [toProfileLink('https://github.com/ana')],
      pinned: [],
      products: [],
      next: null,
    };
    expect(profileJsonLd(site, 'es', creator).mainEntity).toMatchObject({
      name: 'Ana B',
      url: `${site}/account/Ana%20B`,
      sameAs: ['https://github.com/ana'],
      interactionStatistic: { userInteractionCount: 3 },
    });
    const products = [{ slug: 'a' }, { slug: 'b' }] as Product[];
    expect(listJsonLd(site, 'en', 'Plugins', products)).toMatchObject({
      numberOfItems: 2,
      itemListElement: [{ position: 1 }, { position: 2, url: `${site}/p/b?lng=en` }],
    });
  });

  test('of a product contains its price and the end of its own offer, unless only the Club has it', () => {
    const product = {
      slug: 'torre',
      name: 'Torre',
      coverUrl: cover,
      gallery: [],
      available: true,
      inStock: true,
      priceCents: 1000,
      offerCents: 800,
    } as unknown as Product;
    const offers = [
      { id: '1', edition: 'Deluxe', lastDay: '2026-01-01', description: '' },
      { id: '2', edition: null, lastDay: '2026-03-01', description: '' },
    ];
    const offer = (given: typeof offers) => productJsonLd(site, 'es', product, [], given).offers;
    expect(offer(offers)).toMatchObject({ price: '8.00', priceValidUntil: '2026-03-01' });
    expect(offer(offers.slice(0, 1))).not.toHaveProperty('priceValidUntil');
  });
});
