// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { BaseNote } from '@/components/catalog/product/base-note';
import { BundleBox } from '@/components/catalog/product/bundle-box';
import { BuyPanel } from '@/components/catalog/product/buy-panel';
import { ProductCard } from '@/components/catalog/product/product-card';
import { knownMeId } from '@/lib/account/identity/known-me';
import { offersOf } from '@/lib/catalog/offers';
import type { Product, ProductCardData } from '@/lib/catalog/types';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({
  useRouter: () => ({}),
  usePathname: () => '/p/torre',
  useSearchParams: () => null,
}));
vi.mock('@/lib/creators/social/action', () => ({}));

const { show } = openPlace();
const text = () => (document.body.textContent ?? '').replaceAll('\u00A0', ' ');
const [torre, mapa, extra] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const priced = { priceCents: 999, offerCents: null };
const card: ProductCardData = {
  ...priced,
  id: torre,
  slug: 'torre',
  name: 'Torre',
  coverUrl: '/default-cover.webp',
  coverBlur: null,
  category: 'plugin',
  clubOnly: false,
  reservation: false,
  releaseDate: null,
  eventDay: null,
  eventOver: false,
  compatible: ['1.20', '1.8.9'],
  rating: { average: 4.5, count: 12 },
  buyers: 50,
  edition: null,
  creator: null,
};
const edition = (id: string, name: string, priceCents: number, offerCents: number | null = null) => ({
  id,
  name,
  spanishName: name,
  priceCents,
  offerCents,
  coverUrl: null,
  coverBlur: null,
  reservation: false,
  releaseDate: null,
  lowestCents: null,
  includes: [],
});
const product = {
  ...card,
  available: true,
  inStock: true,
  downloadable: true,
  base: null,
  bundles: [],
  lowestCents: null,
  editions: [edition('deluxe', 'Deluxe', 1999), edition('ultimate', 'Ultimate', 3000, 2500)],
} as unknown as Product;

/** The page says who looks, and what they have: the base edition and the deluxe one of the tower. */
beforeEach(() => {
  const me = { id: 'ana', club: false, reputation: 'buena' };
  const owned = ['deluxe', null].map((editionId) => ({ orderId: 'o', productId: torre, editionId, isLent: false }));
  const all = (value: unknown) => Object.fromEntries([torre, mapa, extra].map((id) => [id, value]));
  const known = {
    owned: { ...all([]), [torre]: owned },
    favorites: all(false),
    library: { ...all(false), [torre]: true },
    following: {},
  };
  const person = document.createElement('script');
  Object.assign(person, { type: 'application/json', id: knownMeId, textContent: JSON.stringify(me) });
  const relation = document.createElement('i');
  relation.dataset.known = JSON.stringify(known);
  document.body.append(person, relation);
});

test('a card shows that its product is in the library, with rating, buyers and versions', async () => {
  await show(<ProductCard product={card} club={{ percent: 30, joinCents: 390 }} />);
  expect(text()).toContain('En tu biblioteca');
  expect(text()).toContain('4,5 de 5, 12 valoraciones');
  expect(text()).toContain('+50 compradores');
  expect(text()).toContain('1.8.9 – 1.20');
});

test('an edition costs the difference to the dearest owned one', async () => {
  await show(<BuyPanel product={product} offers={offersOf(product)} club={{ percent: 30, joinCents: 390 }} />);
  expect(text()).toContain('Mejorar por 5,01 €');
  expect(text()).toContain('Descontamos tu edición Deluxe: -19,99 €');
  expect(text().match(/Descontamos/g)).toHaveLength(1);
});

test('a past event shows its day below the button', async () => {
  const event: Product = {
    ...product,
    category: 'evento',
    eventDay: '2026-03-12',
    eventOver: true,
    releaseDate: '2026-03-12',
    downloadable: false,
    editions: [],
  };
  await show(<BuyPanel product={event} offers={offersOf(event)} club={{ percent: 30, joinCents: 390 }} />);
  expect(text()).toContain('Este evento se celebró el 12 de marzo de 2026.');
  expect(text()).not.toContain('Acceso a la lista del evento');
});

test('a bundle costs its missing products, and an extension shows whether its base is owned', async () => {
  const part = { ...priced, coverUrl: card.coverUrl, coverBlur: null };
  const bundle = {
    id: 'b',
    name: 'Los dos',
    description: '',
    priceCents: 1200,
    offerCents: null,
    products: [
      { ...part, id: torre, slug: 'torre', name: 'Torre' },
      { ...part, id: mapa, slug: 'mapa', name: 'Mapa' },
    ],
  };
  const base = (id: string) => ({ ...priced, id, slug: 'x', name: id === torre ? 'Torre' : 'Extra', clubOnly: false });
  await show(
    <>
      <BundleBox bundle={bundle} clubPercent={30} />
      <BaseNote base={base(torre)} bundle={null} clubPercent={30} />
      <BaseNote base={base(extra)} bundle="Los dos" clubPercent={30} />
    </>,
  );
  expect(text()).toContain('El precio de lo que te falta: 1 producto.');
  expect(text()).toContain('Mapa9,99 €');
  expect(text()).toContain('Torre está en tu biblioteca.');
  expect(text()).toContain('Necesitas Extra para usarlo, y aún no está en tu biblioteca.');
  expect(text()).toContain('Los dos juntos: Los dos');
});
