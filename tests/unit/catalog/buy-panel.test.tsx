import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { BuyPanel } from '@/components/catalog/product/buy-panel';
import { offersOf } from '@/lib/catalog/offers';
import type { Product } from '@/lib/catalog/types';
import { formats } from '@/lib/core/i18n/formats';
import messages from '@/messages/es.json';

vi.mock('@/components/catalog/product/buy-steps-client', () => ({ BuySteps: () => null }));
vi.mock('@/components/catalog/product/price-tag-client', () => ({ PriceTag: () => null }));

const product = {
  id: 'p1',
  slug: 'rango',
  name: 'Rango',
  category: 'plugin',
  available: true,
  inStock: true,
  downloadable: false,
  clubOnly: false,
  priceCents: 999,
  offerCents: null,
  reservation: true,
  releaseDate: null,
  eventDay: null,
  eventOver: false,
  lowestCents: null,
  base: null,
  editions: [],
  bundles: [],
} as unknown as Product;

const promisesOf = (change: Partial<Product>) => {
  const shown = { ...product, ...change };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages} formats={formats}>
      <BuyPanel product={shown} offers={offersOf(shown)} club={{ percent: 30, joinCents: 390 }} />
    </NextIntlClientProvider>,
  );
  return [...html.matchAll(/<li.*?<\/li>/g)].map(([line]) => line.replaceAll(/<[^>]*>/g, ''));
};
const releaseDate = '2030-12-12';
const download = { downloadable: true };
const event = { category: 'evento' } as const;

test('a reservation without a file promises no download, and only an event its list', () => {
  expect(promisesOf({})).toEqual(['Aún sin fecha de salida']);
  expect(promisesOf({ releaseDate })).toEqual(['Sale el 12 de diciembre de 2030']);
  expect(promisesOf({ ...event, releaseDate })).toEqual([
    'Empieza el 12 de diciembre de 2030. Tu nombre ya estará en la lista.',
  ]);
  expect(promisesOf(event)).toEqual(['Aún sin fecha de salida']);
});

test('a reservation of a file says when its download opens', () => {
  expect(promisesOf(download)).toEqual([messages.productPage.releasesSometime]);
  expect(promisesOf({ ...download, releaseDate })).toEqual([
    'Sale el 12 de diciembre de 2030. La descarga se abre ese día.',
  ]);
});

test('what is delivered by name says so', () => {
  expect(promisesOf({ reservation: false })).toEqual(['Se entrega en el servidor, a tu nombre']);
  expect(promisesOf({ reservation: false, ...event })).toEqual(['Acceso a la lista del evento']);
});
