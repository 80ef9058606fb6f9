import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import TrendsPage from '@/app/[locale]/(shop)/trends/page';
import messages from '@/messages/es.json';

type Lists = { trending: Array<{ id: string }> | null; newest: Array<{ id: string }> | null };
const lists = vi.hoisted((): Lists => ({ trending: [], newest: [] }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/lib/catalog/server', () => ({
  getTrending: async () => lists.trending,
  getNewest: async () => lists.newest,
}));
vi.mock('@/lib/catalog/seo/metadata', () => ({}));
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('@/components/catalog/product/product-grid', () => ({
  ProductGrid: ({ products }: { products: Array<{ id: string }> }) => <ul>{products.map(({ id }) => ` ${id} `)}</ul>,
}));

const named = (name: string, count: number) => Array.from({ length: count }, (_, n) => ({ id: `${name}${n}` }));

async function show(): Promise<string> {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <TrendsPage />
    </NextIntlClientProvider>,
  );
  return new Response(prelude).text();
}

test('six of the most visited are shown, and the others by «Ver más»', async () => {
  Object.assign(lists, { trending: named('visited', 24), newest: named('new', 6) });
  const html = await show();
  const [open = '', more = ''] = html.split('<details');
  expect(open).toContain('Tendencias');
  expect(open.match(/ visited\d+ /g)).toHaveLength(6);
  expect(more.match(/^.*?<summary[^>]*>([^<]*)/)?.[1]).toBe('Ver más');
  expect(more.split('</details>')[0]?.match(/ visited\d+ /g)).toHaveLength(18);
  expect(more.split('id="newest"')[1]?.match(/ new\d /g)).toHaveLength(6);
  expect(more.split('id="recommended"')[1]?.match(/visited\d+/g)).toEqual(
    named('visited', 24)
      .slice(6, 12)
      .map(({ id }) => id),
  );
});

test('each list that cannot be read shows an error in its place', async () => {
  Object.assign(lists, { trending: null, newest: null });
  const html = await show();
  for (const text of ['Error cargando tendencias', 'Error cargando nuevos', 'Error cargando recomendados']) {
    expect(html).toContain(text);
  }
});

test('without products the page leads home, and says so', async () => {
  Object.assign(lists, { trending: [], newest: [] });
  expect(await show()).toMatch(/<a[^>]*href="\/"[^>]*>Ir al inicio<\/a>/);
});
