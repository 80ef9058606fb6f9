import { describe, expect, test } from 'vitest';
import { parseBundleItem, parseProductItem, quoteRow } from '@/lib/checkout/rows';
import { paymentRow } from '@/lib/payments/rows';

const product = {
  id: 'p-1',
  slug: 'mapa',
  status: 'approved',
  oculto: false,
  uncoins: null,
  nombre: 'Mapa',
  nombre_en: 'Map',
  fecha_lanzamiento: '2026-12-01',
  precio: '14.99',
  oferta: '9.99',
  portada_url: '/map.webp',
  portada_blur: 'map',
  usuarios_meta: { display_name: 'Ana' },
  ediciones: [
    {
      id: 'e-1',
      nombre: 'Oro',
      nombre_en: 'Gold',
      precio: 20,
      oferta: null,
      portada_url: '/gold.webp',
      portada_blur: 'gold',
      fecha_lanzamiento: '2027-01-01',
    },
    {
      id: 'e-2',
      nombre: 'Plata',
      nombre_en: null,
      precio: 17,
      oferta: 16.5,
      portada_url: null,
      portada_blur: 'unused',
      fecha_lanzamiento: null,
    },
  ],
};

describe('an item of the basket', () => {
  test('is a product at its own price', () => {
    expect(parseProductItem(product, null, 'en')).toEqual({
      productId: 'p-1',
      slug: 'mapa',
      name: 'Map',
      edition: null,
      hasEditions: true,
      coverUrl: '/map.webp',
      coverBlur: 'map',
      creator: 'Ana',
      href: '/p/mapa',
      isPack: false,
      contents: [],
      priceCents: 1_499,
      offerCents: 999,
      releaseDate: '2026-12-01',
    });
  });

  test('is an edition with its own price, offer and name', () => {
    expect(parseProductItem(product, 'e-1', 'en')).toMatchObject({
      name: 'Map',
      edition: 'Gold',
      coverUrl: '/gold.webp',
      coverBlur: 'gold',
      priceCents: 2_000,
      offerCents: null,
      releaseDate: '2027-01-01',
    });
    expect(parseProductItem(product, 'e-2', 'en')).toMatchObject({
      edition: 'Plata',
      coverUrl: '/map.webp',
      coverBlur: 'map',
      priceCents: 1_700,
      offerCents: 1_650,
      releaseDate: '2026-12-01',
    });
    expect(parseProductItem(product, 'e-3', 'en')).toBeNull();
  });

  test('is a pack of coins without a page of its own', () => {
    const pack = { ...product, uncoins: '100', usuarios_meta: null, ediciones: [] };
    expect(parseProductItem(pack, null, 'es')).toMatchObject({
      name: 'Mapa',
      href: '/profile/coins',
      isPack: true,
      creator: null,
    });
  });

  test.each([{ oculto: true }, { status: 'pending' }])('has no link to a product without a page: %j', (change) => {
    expect(parseProductItem({ ...product, ...change }, null, 'es')).toMatchObject({ name: 'Mapa', href: null });
  });

  test('is a bundle with its visible products by name, and the cover of the first', () => {
    const content = (slug: string, nombre: string, oculto = false) => ({
      productos: {
        slug,
        status: 'approved',
        oculto,
        nombre,
        nombre_en: null,
        portada_url: `/${slug}.webp`,
        portada_blur: slug,
      },
    });
    const bundle = { nombre: 'Lote', nombre_en: 'Lot', precio: '20.00', oferta: null };
    const contents = [content('h', 'Hundido', true), content('z', 'Zorro'), { productos: null }, content('a', 'Árbol')];
    expect(parseBundleItem({ ...bundle, bundles_productos: contents }, 'es')).toEqual({
      productId: null,
      slug: null,
      name: 'Lote',
      edition: null,
      hasEditions: false,
      coverUrl: '/z.webp',
      coverBlur: 'z',
      creator: null,
      href: null,
      isPack: false,
      contents: [
        { slug: 'a', name: 'Árbol', coverUrl: '/a.webp', coverBlur: 'a' },
        { slug: 'z', name: 'Zorro', coverUrl: '/z.webp', coverBlur: 'z' },
      ],
      priceCents: 2_000,
      offerCents: null,
      releaseDate: null,
    });
    const empty = parseBundleItem({ ...bundle, oferta: '15.5', bundles_productos: [{ productos: null }] }, 'en');
    expect(empty).toMatchObject({ name: 'Lot', coverUrl: null, coverBlur: null, contents: [], offerCents: 1_550 });
  });
});

describe('a quote of the database', () => {
  test('has its lines and total in cents', () => {
    const row = {
      ok: true,
      lineas: [
        { concepto: 'base', centimos: '1499' },
        { concepto: 'club', centimos: -450, porcentaje: 30 },
        { concepto: 'mejora', centimos: -500, nombre: 'Plata', nombre_en: 'Silver' },
      ],
      total_centimos: '549',
    };
    expect(quoteRow.parse(row)).toEqual({
      lines: [
        { concept: 'base', cents: 1_499, percent: null, name: null, nameEn: null },
        { concept: 'club', cents: -450, percent: 30, name: null, nameEn: null },
        { concept: 'mejora', cents: -500, percent: null, name: 'Plata', nameEn: 'Silver' },
      ],
      totalCents: 549,
      isReservation: false,
      isRecharge: false,
      lowestCents: null,
      owned: [],
      missingBase: null,
    });
    const more = {
      es_reserva: true,
      es_recarga: true,
      minimo_30_dias_centimos: 700,
      ya_tienes: ['mapa'],
      falta_base: { slug: 'mapa', nombre: 'Mapa', nombre_en: null },
    };
    expect(quoteRow.parse({ ...row, ...more })).toMatchObject({
      isReservation: true,
      isRecharge: true,
      lowestCents: 700,
      owned: ['mapa'],
      missingBase: { slug: 'mapa', name: 'Mapa', nameEn: null },
    });
  });

  test.each([{ ok: false }, { total_centimos: 1.5 }, { lineas: [{ concepto: 'regalo', centimos: 1 }] }])(
    'is refused with %o',
    (change) => expect(quoteRow.safeParse({ ok: true, lineas: [], total_centimos: 1, ...change }).success).toBe(false),
  );
});

describe('a payment of the database', () => {
  const row = {
    ok: true,
    pago_id: 'pago-1',
    user_id: 'ana',
    destinatario_id: 'ana',
    estado: 'pagado',
    proveedor: 'stripe',
    referencia: 'cs_1',
    total_centimos: '999',
    caduca_at: '2026-11-01T10:00:00Z',
    presupuesto: { nombre: 'Mapa' },
    pedidos: ['order-1'],
  };

  test('has its amount in cents, and its items', () => {
    expect(paymentRow.parse(row)).toEqual({
      id: 'pago-1',
      userId: 'ana',
      isGift: false,
      state: 'pagado',
      provider: 'stripe',
      reference: 'cs_1',
      totalCents: 999,
      expiresAt: new Date('2026-11-01T10:00:00Z'),
      name: 'Mapa',
      edition: null,
      isRecharge: false,
      orderIds: ['order-1'],
      deliveredNow: false,
    });
    const presupuesto = { nombre: 'Mapa', edicion: 'Oro', es_recarga: true };
    expect(paymentRow.parse({ ...row, presupuesto, entregado_ahora: true })).toMatchObject({
      edition: 'Oro',
      isRecharge: true,
      deliveredNow: true,
    });
  });

  test.each([['luz'], [null]])('is a gift if it is for %s', (destinatario_id) =>
    expect(paymentRow.parse({ ...row, destinatario_id }).isGift).toBe(true),
  );
});
