import { describe, expect, it } from 'vitest';
import { cartPath, choiceStyle, groupOffers, offerPath, offersOf } from '@/lib/catalog/offers';
import { eventOf, releaseOf } from '@/lib/catalog/release';
import { cardColumns, parseCard, parseEditions } from '@/lib/catalog/rows';
import { type Buyer, stepsOf } from '@/lib/catalog/steps';
import type { Edition, Product } from '@/lib/catalog/types';

const edition = (id: string, name: string, change: Partial<Edition> = {}): Edition => ({
  id,
  name,
  spanishName: name,
  priceCents: 2_000,
  offerCents: null,
  coverUrl: null,
  coverBlur: null,
  reservation: false,
  releaseDate: null,
  lowestCents: null,
  includes: [],
  ...change,
});

const base = {
  id: 'p1',
  slug: 'torre',
  priceCents: 1_000,
  offerCents: null,
  coverUrl: '/media/portadas/torre.webp',
  coverBlur: null,
  reservation: false,
  releaseDate: '2026-01-01',
  lowestCents: null,
  clubOnly: false,
  available: true,
  inStock: true,
};
const product = (...editions: Edition[]) => ({ ...base, editions }) as unknown as Product;

describe('the offers of a product', () => {
  it('are the product and its editions, each with its address', () => {
    const offers = offersOf(product(edition('e1', 'Edición Ñandú'), edition('e2', 'Oro!')));
    expect(offers.map((offer) => offerPath('torre', offer))).toEqual([
      '/p/torre',
      '/p/torre?edicion=edicion-nandu',
      '/p/torre?edicion=oro',
    ]);
    expect(offers.map((offer) => cartPath('torre', offer))).toEqual([
      '/cart?producto=torre',
      '/cart?producto=torre&edicion=e1',
      '/cart?producto=torre&edicion=e2',
    ]);
  });
  it('have one address in every language', () => {
    const english = edition('e1', 'Collector', { spanishName: 'Coleccionista' });
    expect(offersOf(product(english))[1]).toMatchObject({
      name: 'Collector',
      key: 'coleccionista',
    });
  });
  it('are distinguished by id if their names are equal or empty', () => {
    const offers = offersOf(product(edition('e1', 'Oro'), edition('e2', '¡Oro!'), edition('e3', '黄金')));
    expect(offers.map(({ key }) => key)).toEqual([null, 'e1', 'e2', 'e3']);
  });
  it('share common data', () => {
    const offers = offersOf(product(edition('e1', 'Oro', { reservation: true }), edition('e2', 'Plata')));
    expect(groupOffers(offers, ({ reservation }) => reservation)).toEqual([
      { value: false, of: '0 2' },
      { value: true, of: '1' },
    ]);
  });
  it('are selected by a style made of slugs and ids only', () => {
    const offers = offersOf(product(edition('e1', 'Oro"]{}'), edition('"]*{}', '"]*{}')));
    const style = choiceStyle('torre', offers);
    expect(style).toBe(
      ':root:not([data-edition="oro"],[data-edition="e1"]) [data-offers="torre"] [data-of]:not([data-of~="0"]){display:none!important}' +
        ':root:is([data-edition="oro"],[data-edition="e1"]) [data-offers="torre"] [data-of]:not([data-of~="1"]){display:none!important}',
    );
    expect(choiceStyle('to"rre', offers)).toBe('');
    expect(choiceStyle('torre', offersOf(product()))).toBe('');
  });
});

describe('the actions of a person', () => {
  const owned = (isLent: boolean, editionId: string | null = null) => [
    { orderId: 'o1', productId: 'p1', editionId, isLent },
  ];
  const person = (change: Partial<NonNullable<Buyer>> = {}): Buyer => ({
    club: false,
    isDisabled: false,
    owned: [],
    ...change,
  });
  const paid = { editionId: null, priceCents: 1_000, offerCents: null, reservation: false };
  const free = { ...paid, priceCents: 0 };
  const exclusive = { ...base, clubOnly: true };
  it.each([
    ['a guest buys', base, paid, null, { kind: 'buy' }, null],
    ['a guest claims', base, free, null, { kind: 'claim' }, null],
    ['a guest reserves', base, { ...paid, reservation: true }, null, { kind: 'reserve' }, null],
    ['a guest joins the Club, or signs in as a member', exclusive, paid, null, { kind: 'join' }, { kind: 'enter' }],
    ['a person joins the Club', exclusive, paid, person(), { kind: 'join' }, null],
    [
      'a member claims it with the Club, or keeps it',
      exclusive,
      paid,
      person({ club: true }),
      { kind: 'claimWithClub' },
      { kind: 'keep' },
    ],
    ['a member claims a free product in one way', exclusive, free, person({ club: true }), { kind: 'claim' }, null],
    [
      'a member buys an edition of it',
      exclusive,
      { ...paid, editionId: 'e1' },
      person({ club: true }),
      { kind: 'buy' },
      null,
    ],
    [
      'a member buys a product lent by the Club',
      exclusive,
      paid,
      person({ club: true, owned: owned(true) }),
      { kind: 'buy' },
      { kind: 'openLent', orderId: 'o1' },
    ],
    ['an owner opens it', base, paid, person({ owned: owned(false) }), { kind: 'owned', orderId: 'o1' }, null],
    [
      'an owner of an edition buys the product',
      base,
      paid,
      person({ owned: owned(false, 'e1') }),
      { kind: 'buy' },
      null,
    ],
    ['a disabled account gets a message', base, paid, person({ isDisabled: true }), { kind: 'disabled' }, null],
    ['a product out of stock is not for sale', { ...base, inStock: false }, paid, null, { kind: 'outOfStock' }, null],
    [
      'an unavailable product is not for sale',
      { ...base, available: false },
      paid,
      null,
      { kind: 'unavailable' },
      null,
    ],
  ] as const)('%s', (_what, asked, offer, buyer, main, other) =>
    expect(stepsOf(asked, offer, buyer as Buyer, [])).toEqual({ main, other }),
  );

  it('leads from an edition below the owned one to the order of the owned one', () => {
    const others = [
      { editionId: 'high', name: 'Deluxe', priceCents: 2_000 },
      { editionId: 'low', name: 'Lite', priceCents: 500 },
    ];
    const stepFor = (editionId: string, isLent = false) => {
      const owned = [{ orderId: 'o1', productId: 'p1', editionId, isLent }];
      return stepsOf(base, paid, { club: false, isDisabled: false, owned }, others).main;
    };
    expect(stepFor('high')).toEqual({ kind: 'ownedHigher', orderId: 'o1', name: 'Deluxe' });
    expect(stepFor('high', true)).toEqual({ kind: 'buy' });
    expect(stepFor('low')).toEqual({ kind: 'buy' });
  });

  it('counts neither other products nor editions of the same price as one that is owned', () => {
    const others = [
      { editionId: 'same', name: 'Otra', priceCents: paid.priceCents },
      { editionId: 'high', name: 'Deluxe', priceCents: 2_000 },
      { editionId: 'highest', name: 'Total', priceCents: 3_000 },
    ];
    const stepFor = (productId: string, editionId: string | null) => {
      const owned = [{ orderId: 'o1', productId, editionId, isLent: false }];
      return stepsOf(base, paid, { club: false, isDisabled: false, owned }, others).main;
    };
    expect(stepFor('p2', paid.editionId)).toEqual({ kind: 'buy' });
    expect(stepFor('p2', 'high')).toEqual({ kind: 'buy' });
    expect(stepFor('p1', 'same')).toEqual({ kind: 'buy' });
    expect(stepFor('p1', 'highest')).toEqual({ kind: 'ownedHigher', orderId: 'o1', name: 'Total' });
  });
});

describe('a release', () => {
  const today = '2026-05-01';
  it.each([
    [true, null, true],
    [true, '2026-05-02', true],
    [true, '2026-05-01', false],
    [false, '2026-05-02', false],
  ])('with reserva %s and date %s is a reservation: %s', (reserva, fecha_lanzamiento, reservation) =>
    expect(releaseOf({ reserva, fecha_lanzamiento }, today)).toEqual({ reservation, releaseDate: fecha_lanzamiento }),
  );
  it.each([
    ['evento', null, null, false],
    ['evento', '2026-04-30', '2026-04-30', true],
    ['evento', '2026-05-01', '2026-05-01', false],
    ['evento', '2026-05-02', '2026-05-02', false],
    ['plugin', '2026-04-30', null, false],
  ] as const)('%s on %s has the day %s, and is over: %s', (category, date, eventDay, eventOver) =>
    expect(eventOf(category, date, today)).toEqual({ eventDay, eventOver }),
  );
  it.each([
    [null, true],
    ['2999-01-01', true],
    ['2020-01-01', false],
  ])('is on a product’s card until its day (%s)', (fecha_lanzamiento, reservation) => {
    const row = {
      id: 'p1',
      nombre: 'Torre',
      nombre_en: null,
      slug: 'torre',
      precio: 10,
      oferta: null,
      minimo_30_dias: null,
      portada_url: '/media/portadas/torre.webp',
      portada_blur: null,
      club_only: false,
      reserva: true,
      fecha_lanzamiento,
      category: 'plugin',
      compatibles: ['1.21'],
      valoracion_media: '4.50',
      valoraciones: 3,
      compradores: 12,
    };
    expect(parseCard(row, 'es')).toMatchObject({ reservation, rating: { average: 4.5, count: 3 }, buyers: 10 });
    expect(cardColumns.split(',')).toEqual(expect.arrayContaining(['reserva', 'fecha_lanzamiento']));
  });
  it('is the edition’s own, or the product’s', () => {
    const row = {
      id: 'e1',
      nombre: 'Oro',
      nombre_en: 'Gold',
      precio: 2_000,
      oferta: null,
      minimo_30_dias: null,
      reserva: true,
      portada_url: null,
      portada_blur: null,
      incluye: 'Mapas\n\n  Música ',
      incluye_en: null,
      fecha_lanzamiento: null,
      orden: 1,
      retirada: false,
    };
    const rows = [row, { ...row, id: 'e0', orden: 0, fecha_lanzamiento: '2999-01-02' }, { ...row, retirada: true }];
    expect(parseEditions(rows, '2999-01-01', new Map([['e1', 700]]), 'en')).toMatchObject([
      { id: 'e0', releaseDate: '2999-01-02', reservation: true },
      {
        id: 'e1',
        name: 'Gold',
        spanishName: 'Oro',
        releaseDate: '2999-01-01',
        includes: ['Mapas', 'Música'],
        lowestCents: 700,
      },
    ]);
  });
});
