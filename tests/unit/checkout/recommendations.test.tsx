import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import CartPage from '@/app/[locale]/(checkout)/cart/page';
import messages from '@/messages/es.json';

vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/components/ui/i18n/client-messages', () => ({
  MoreClientMessages: ({ children }: { children: React.ReactNode }) => children,
}));
vi.mock('@/components/checkout/cart/cart', () => ({ Cart: () => null }));
vi.mock('@/components/catalog/product/product-strip', () => ({
  ProductStrip: ({ products }: { products: Array<{ slug: string }> }) => products.map(({ slug }) => ` ${slug} `),
}));
vi.mock('@/lib/account/server', () => ({ getKnown: async () => null }));
vi.mock('@/lib/catalog/server', () => ({
  getTrending: async () => ['torre', 'mapa', 'faro', 'nube', 'roca'].map((slug) => ({ id: slug, slug })),
}));
vi.mock('@/lib/checkout/server', () => ({
  getBasketItem: async ({ bundle }: { bundle: string | null }) =>
    bundle ? { slug: null, contents: [{ slug: 'torre' }, { slug: 'mapa' }] } : { slug: 'torre', contents: [] },
}));

async function recommended(query: Record<string, string>) {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <CartPage searchParams={Promise.resolve(query)} />
    </NextIntlClientProvider>,
  );
  return [...(await new Response(prelude).text()).matchAll(/ (torre|mapa|faro|nube|roca) /g)].map(([, slug]) => slug);
}

test('the cart recommends neither its product nor a part of its bundle', async () => {
  expect(await recommended({})).toEqual(['torre', 'mapa', 'faro']);
  expect(await recommended({ producto: 'torre' })).toEqual(['mapa', 'faro', 'nube']);
  expect(await recommended({ bundle: '00000000-0000-4000-8000-000000000001' })).toEqual(['faro', 'nube', 'roca']);
});
