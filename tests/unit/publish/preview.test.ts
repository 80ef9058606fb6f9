import { expect, test } from 'vitest';
import { previewCard, previewProduct } from '@/lib/publish/preview';
import { emptyDraft, emptyEdition, type ProductDraft } from '@/lib/publish/types';

const creator = { displayName: 'Forjabit', username: 'forjabit', avatarUrl: '/default-avatar.webp', verified: true };

test.each([
  ['a future date', '2999-01-01', true],
  ['no date', '', true],
  ['a past date', '2020-01-01', false],
])('a preorder with %s is previewed as on its page', (_when, releaseDate, reservation) => {
  const edition = { ...emptyEdition, key: 'oro', name: 'Oro', price: '20', reservation: true };
  const draft = { ...emptyDraft, price: '10', reservation: true, releaseDate, editions: [edition] };
  const card = previewCard(draft, creator, 'Sin nombre', 'es');
  expect(card).toMatchObject({ reservation });
  expect(previewProduct(card, draft, [], 'es')).toMatchObject({ reservation, editions: [{ reservation }] });
});

const picture = { url: '/media/portadas/a/b.webp', width: 720, height: 960, blur: 'data:image/webp;base64,UklGRg==' };
const full: ProductDraft = {
  ...emptyDraft,
  name: 'Torre',
  nameEn: 'Tower',
  slug: 'torre',
  price: ' 9,99 ',
  offer: '5',
  category: 'mapa' as ProductDraft['category'],
  cover: picture,
  banner: { ...picture, url: '/media/portadas/a/banner.webp' },
  compatible: '1.20, 1.21  1.21.4',
  about: 'Un mapa',
  aboutEn: 'A map',
  description: '<p>Hola</p>',
  descriptionEn: '<p>Hello</p>',
  developer: 'Ana',
  publisher: 'Forja',
  genres: ' Magia,, Mío ',
  size: '3 MB',
  legal: 'Sin aviso',
  legalEn: 'No notice',
  trailer: 'https://youtu.be/dQw4w9WgXcQ',
  version: ' 2.0 ',
  changes: 'Más rápido',
  changesEn: 'Faster',
  editions: [
    {
      ...emptyEdition,
      key: 'oro',
      name: 'Oro',
      nameEn: 'Gold',
      price: '20',
      offer: '15,50',
      cover: picture,
      includes: 'Tres mapas\n\nMúsica',
      includesEn: 'Three maps',
    },
  ],
  bundles: [
    {
      id: null,
      key: 'dos',
      name: 'Dos torres',
      nameEn: 'Two towers',
      description: 'Las dos',
      descriptionEn: 'Both',
      price: '15',
      offer: '12',
      productIds: ['sur'],
    },
  ],
};
const own = ['sur', 'norte'].map((id) => ({ id, name: id, slug: id, coverUrl: `/${id}.webp`, priceCents: 700 }));
const pageOf = (draft: ProductDraft, locale: 'es' | 'en') =>
  previewProduct(previewCard(draft, creator, 'Sin nombre', locale), draft, own, locale);

test('the page of a draft is previewed in Spanish', () =>
  expect(pageOf(full, 'es')).toMatchObject({
    slug: 'torre',
    name: 'Torre',
    coverUrl: picture.url,
    coverBlur: picture.blur,
    bannerUrl: '/media/portadas/a/banner.webp',
    priceCents: 999,
    offerCents: 500,
    category: 'mapa',
    compatible: ['1.20', '1.21', '1.21.4'],
    status: 'approved',
    inStock: true,
    about: 'Un mapa',
    descriptionHtml: '<p>Hola</p>',
    translated: true,
    developer: 'Ana',
    publisher: 'Forja',
    genres: ['Magia', 'Mío'],
    size: '3 MB',
    legal: 'Sin aviso',
    trailerId: 'dQw4w9WgXcQ',
    extensions: [],
    editions: [
      {
        id: 'oro',
        name: 'Oro',
        priceCents: 2_000,
        offerCents: 1_550,
        coverUrl: picture.url,
        coverBlur: picture.blur,
        includes: ['Tres mapas', 'Música'],
      },
    ],
    versions: [{ version: '2.0', changes: 'Más rápido', games: [] }],
    bundles: [
      {
        name: 'Dos torres',
        description: 'Las dos',
        priceCents: 1_500,
        offerCents: 1_200,
        products: [{ name: 'Torre' }, { id: 'sur', priceCents: 700, offerCents: null }],
      },
    ],
  }));

test('and in English, with the Spanish texts that have no translation', () => {
  expect(pageOf(full, 'en')).toMatchObject({
    name: 'Tower',
    about: 'A map',
    descriptionHtml: '<p>Hello</p>',
    translated: true,
    genres: ['Magic', 'Mío'],
    legal: 'No notice',
    editions: [{ name: 'Gold', spanishName: 'Oro', includes: ['Three maps'] }],
    versions: [{ changes: 'Faster' }],
    bundles: [{ name: 'Two towers', description: 'Both' }],
  });
  const [edition, bundle] = [full.editions[0], full.bundles[0]];
  if (!edition || !bundle) throw new Error('incomplete');
  const untranslated = { nameEn: '', aboutEn: '', descriptionEn: '', legalEn: '', changesEn: '', includesEn: '' };
  const draft = {
    ...full,
    ...untranslated,
    editions: [{ ...edition, ...untranslated }],
    bundles: [{ ...bundle, ...untranslated }],
  };
  expect(pageOf(draft, 'en')).toMatchObject({
    name: 'Torre',
    about: 'Un mapa',
    descriptionHtml: '<p>Hola</p>',
    translated: false,
    legal: 'Sin aviso',
    editions: [{ name: 'Oro', includes: ['Tres mapas', 'Música'] }],
    versions: [{ changes: 'Más rápido' }],
    bundles: [{ name: 'Dos torres', description: 'Las dos' }],
  });
});

test('an empty draft is previewed with placeholders', () =>
  expect(pageOf(emptyDraft, 'es')).toMatchObject({
    slug: 'draft',
    name: 'Sin nombre',
    coverUrl: '/default-cover.webp',
    coverBlur: null,
    bannerUrl: null,
    priceCents: 0,
    offerCents: null,
    category: 'plugin',
    compatible: [],
    developer: null,
    publisher: null,
    genres: [],
    size: null,
    legal: null,
    trailerId: null,
    editions: [],
    versions: [],
    bundles: [],
  }));

test.each(['', '0', 'cinco', '20', '21'])('an offer of «%s» from 20 is none, also of editions and bundles', (offer) => {
  const [edition, bundle] = [full.editions[0], full.bundles[0]];
  if (!edition || !bundle) throw new Error('incomplete');
  const price = { price: '20', offer };
  const draft = { ...full, ...price, editions: [{ ...edition, ...price }], bundles: [{ ...bundle, ...price }] };
  const none = { priceCents: 2_000, offerCents: null };
  expect(pageOf(draft, 'es')).toMatchObject({ ...none, editions: [none], bundles: [none] });
});
