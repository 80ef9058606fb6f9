import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());

const { destination } = vi.hoisted(() => ({ destination: vi.fn() }));
vi.mock('@/lib/gates/address', () => ({ findDestination: destination }));
vi.mock('@/lib/catalog/product', () => ({
  getProductBySlug: async (locale: string, slug: string) => ({
    slug,
    name: locale === 'en' ? 'Tower' : 'Torre',
    priceCents: 999,
    offerCents: null,
    creator: { displayName: 'Ana' },
    coverUrl: '/media/torre.png',
    bannerUrl: null,
  }),
}));
vi.mock('@/lib/catalog/embed/document', () => ({
  embedStyle: '',
  embedDocument: (locale: string, facts: object) => JSON.stringify({ locale, ...facts }),
}));
vi.mock('@/lib/catalog/embed/embed', async (original) => ({ ...(await original<object>()), embedOffer: () => 'buy' }));
vi.mock('@/lib/pricing', () => ({ displayPrice: () => 999 }));
vi.mock('next-intl/server', () => ({
  getTranslations:
    async ({ locale }: { locale: string }) =>
    (key: string) =>
      `${locale}:${key}`,
}));
vi.mock('@/lib/catalog/posts', () => ({ getPostEntries: async (locale: string) => [entry(locale)] }));
vi.mock('@/lib/catalog/seo/feed', () => ({ getFeedEntries: async (locale: string) => [entry(locale)] }));
const entry = (locale: string) => ({
  id: 'e1',
  path: `/e1?of=${locale}`,
  title: `Entry ${locale}`,
  summary: '',
  author: 'Ana',
  picture: null,
  publishedAt: '2026-11-28T10:00:00Z',
  updatedAt: '2026-11-28T10:00:00Z',
});

const { GET: getCard } = await import('@/app/api/oembed/route');
const { GET: getEmbed } = await import('@/app/embed/[slug]/route');
const { GET: getFeed } = await import('@/app/feed.xml/route');

const site = 'http://localhost:3000';
const embed = (path: string) =>
  (getEmbed as (request: Request, context: object) => Promise<Response>)(new Request(site + path), {
    params: Promise.resolve({ slug: 'torre' }),
  });
beforeEach(() => void destination.mockReset().mockResolvedValue('page'));

test.each([
  ['', 'Torre', '/embed/torre"'],
  ['?lng=en', 'Tower', '/embed/torre?lng=en"'],
])('the card of a product at an address with "%s" is in its language', async (query, name, frame) => {
  const address = encodeURIComponent(`${site}/p/torre${query}`);
  const card = await (await getCard(new Request(`${site}/api/oembed?url=${address}`))).json();
  expect(card.title).toBe(name);
  expect(card.html).toContain(frame);
});

test('the card at an address that cannot be decoded is a 404', async () => {
  const { findDestination } = await vi.importActual<typeof import('@/lib/gates/address')>('@/lib/gates/address');
  destination.mockImplementation(findDestination);
  const address = encodeURIComponent(`${site}/p/%E0%A4%A`);
  expect((await getCard(new Request(`${site}/api/oembed?url=${address}`))).status).toBe(404);
});

test.each([
  ['/embed/torre', 'es', 'Torre', '/p/torre'],
  ['/embed/torre?lng=en', 'en', 'Tower', '/p/torre?lng=en'],
])('the frame %s is in its language', async (path, locale, name, href) => {
  const facts = await (await embed(path)).json();
  expect(facts).toMatchObject({ locale, name, by: `${locale}:by`, offer: `${locale}:buy`, href: site + href });
});

test('a redirect to the address of a frame keeps its language and look', async () => {
  destination.mockResolvedValue({ address: '/p/torre-nueva' });
  const answer = await embed('/embed/torre?lng=en&look=button');
  expect(answer.headers.get('location')).toBe(`${site}/embed/torre-nueva?lng=en&look=button`);
});

test.each([
  ['/feed.xml', 'es', '/feed.xml'],
  ['/feed.xml?lng=en', 'en', '/feed.xml?lng=en'],
  ['/feed.xml?creador=Ana', 'es', '/feed.xml?creador=Ana'],
  ['/feed.xml?lng=en&creador=Ana', 'en', '/feed.xml?lng=en&amp;creador=Ana'],
])('the feed %s is in its language, and names its own address', async (path, locale, self) => {
  const feed = await (await getFeed(new Request(site + path))).text();
  expect(feed).toContain(`xml:lang="${locale}"`);
  expect(feed).toContain(`Entry ${locale}`);
  const [, own] = /rel="self"[^>]*href="([^"]*)"/.exec(feed) ?? [];
  expect(own).toBe(site + self);
});

test('the feed of a creator who does not exist is a 404, and another spelling leads to its own address', async () => {
  destination.mockResolvedValue('nothing');
  const nobody = await getFeed(new Request(`${site}/feed.xml?creador=Nadie`));
  expect([nobody.status, await nobody.text()]).toEqual([404, '']);
  expect(destination).toHaveBeenCalledWith('/account/Nadie');
  await getFeed(new Request(`${site}/feed.xml?creador=AnaYotrosVeinteNombresMas`));
  expect(destination).toHaveBeenCalledWith('/account/AnaYotrosVeinteNombresMas');
  destination.mockResolvedValue({ address: '/account/Aurelia%20Vox' });
  const other = await getFeed(new Request(`${site}/feed.xml?creador=aurelia+vox&lng=en`));
  expect([other.status, other.headers.get('location')]).toEqual([308, `${site}/feed.xml?lng=en&creador=Aurelia%20Vox`]);
});
