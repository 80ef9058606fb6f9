import { describe, expect, test } from 'vitest';
import { parseDetail, summaryRow, toSummary } from '@/lib/orders/payments/rows';
import { parseOrder } from '@/lib/orders/rows';

const order = {
  id: 'order-1',
  user_id: 'ana',
  pago_id: 'pago-1',
  pagos: { proveedor: 'stripe', total_centimos: 999 },
  created_at: '2026-11-01T10:00:00Z',
  origen: 'compra',
  es_reserva: false,
  lanzada_el: null,
  revocada_at: null,
  revocada_motivo: null,
  edicion_id: null,
  regalado_por: null,
  productos: {
    nombre: 'Mapa',
    nombre_en: 'Map',
    slug: 'mapa',
    status: 'approved',
    oculto: false,
    portada_url: '/map.webp',
    portada_blur: 'map',
    fecha_lanzamiento: '2026-12-01',
  },
  ediciones: null,
  bundles: null,
  receptor: { display_name: 'Ana' },
  donante: null,
};
const gold = {
  nombre: 'Oro',
  nombre_en: 'Gold',
  portada_url: '/gold.webp',
  portada_blur: 'gold',
  fecha_lanzamiento: '2027-01-01',
};
const facts = { 'order-1': { precio_pagado: 9.99, minecraft_name: 'ana_1', descargas: 3, abierto: true } };
type Facts = Parameters<typeof parseOrder>[1];
const read = (change: object = {}, known: unknown = { 'order-1': { ...facts['order-1'], precio_pagado: 999 } }) =>
  parseOrder({ ...order, ...change }, known as Facts, 'en', 'ana');

describe('an order', () => {
  test.each([{ oculto: true }, { status: 'rejected' }])('has no page of a product with %o', (change) => {
    const { product } = read({ productos: { ...order.productos, ...change } });
    expect(product).toMatchObject({ name: 'Map', hasPage: false });
  });

  test('has its names in the language, and the data its reader can see', () => {
    expect(read()).toEqual({
      id: 'order-1',
      createdAt: '2026-11-01T10:00:00Z',
      product: {
        name: 'Map',
        slug: 'mapa',
        hasPage: true,
        coverUrl: '/map.webp',
        coverBlur: 'map',
        releaseDate: '2026-12-01',
      },
      edition: null,
      bundleName: null,
      minecraftName: 'ana_1',
      paidCents: 999,
      inCoins: false,
      origin: 'compra',
      isReservation: false,
      downloads: 3,
      revoked: null,
      hasInvoice: true,
      paymentId: 'pago-1',
      gift: null,
    });
    expect(read({}, {})).toMatchObject({ minecraftName: null, paidCents: null, downloads: 0 });
  });

  test('has the cover and the release of its edition before those of its product', () => {
    const edition = { edicion_id: 'e-1', ediciones: gold };
    expect(read(edition)).toMatchObject({
      edition: { name: 'Gold' },
      product: { name: 'Map', coverUrl: '/gold.webp', coverBlur: 'gold', releaseDate: '2027-01-01' },
    });
    const plain = { ...gold, portada_url: null, fecha_lanzamiento: null };
    expect(read({ ...edition, ediciones: plain })).toMatchObject({
      product: { coverUrl: '/map.webp', coverBlur: 'map', releaseDate: '2026-12-01' },
    });
    expect(read({ ...edition, ediciones: { ...gold, portada_blur: null } }).product?.coverBlur).toBeNull();
  });

  test('remains after the deletion of its product, edition and bundle', () => {
    expect(read({ productos: null, edicion_id: 'e-1' })).toMatchObject({ product: null, edition: { name: null } });
    expect(read({ bundles: { nombre: 'Lote', nombre_en: null } }).bundleName).toBe('Lote');
  });

  test.each([
    ['in money', { proveedor: 'paypal', total_centimos: 1 }, { inCoins: false, hasInvoice: true }],
    ['in coins', { proveedor: 'uncoins', total_centimos: 100 }, { inCoins: true, hasInvoice: false }],
    ['with nothing', { proveedor: 'gratis', total_centimos: 0 }, { inCoins: false, hasInvoice: false }],
    ['with a coupon of 100 %', { proveedor: 'stripe', total_centimos: 0 }, { hasInvoice: false }],
    ['by another person', null, { inCoins: false, hasInvoice: false }],
  ])('paid %s', (_how, pagos, shown) => expect(read({ pagos })).toMatchObject(shown));

  test.each([
    [null, null, null],
    ['2026-11-02', 'en_disputa', 'en_disputa'],
    ['2026-11-02', null, 'reembolsado'],
    [null, 'fin_club', null],
  ])('revoked at %s because of %s shows %s', (revocada_at, revocada_motivo, revoked) =>
    expect(read({ revocada_at, revocada_motivo }).revoked).toBe(revoked),
  );

  test('given to its reader contains the giver, and hides the payment', () => {
    const gift = { regalado_por: 'luz', donante: { display_name: 'Luz' } };
    expect(read(gift)).toMatchObject({
      paymentId: null,
      gift: { direction: 'from', name: 'Luz', id: 'pago-1', isOpened: true },
    });
    expect(read({ ...gift, donante: null }, {}).gift).toMatchObject({ name: '', isOpened: false });
    expect(read({ ...gift, pago_id: null }).gift).toBeNull();
  });

  test('given by its reader contains the recipient', () => {
    const gift = { user_id: 'luz', regalado_por: 'ana', receptor: { display_name: 'Luz' } };
    expect(read(gift)).toMatchObject({
      paymentId: 'pago-1',
      gift: { direction: 'to', name: 'Luz', id: 'pago-1', isOpened: true },
    });
    expect(read({ ...gift, receptor: null }).gift?.name).toBe('');
  });
});

const payment = {
  id: 'pago-1',
  estado: 'entregado',
  pendiente_at: null,
  motivo_no_entregado: null,
  total_centimos: 1_000,
  created_at: '2026-11-01T10:00:00Z',
  presupuesto: { nombre: 'Lo comprado', edicion: 'Oro', edicion_en: 'Gold', lineas: [] },
  productos: { nombre: 'Mapa', nombre_en: 'Map' },
  bundles: null,
};
const summary = (change: object = {}) => toSummary(summaryRow.parse({ ...payment, ...change }), 'en');

describe('a payment in a list', () => {
  test('has the name of its item, or the name at its purchase', () => {
    expect(summary()).toEqual({
      id: 'pago-1',
      name: 'Map',
      edition: 'Gold',
      totalCents: 1_000,
      state: 'entregado',
      shownState: 'entregado',
      createdAt: '2026-11-01T10:00:00Z',
    });
    expect(summary({ productos: null, bundles: { nombre: 'Lote', nombre_en: 'Lot' } }).name).toBe('Lot');
    expect(summary({ productos: null })).toMatchObject({ name: 'Lo comprado' });
    expect(summary({ presupuesto: { nombre: 'x', lineas: [] } }).edition).toBeNull();
  });
  test.each([
    ['creado', null, null, 'creado'],
    ['creado', '2026-11-01T10:01:00Z', null, 'en_camino'],
    ['pagado', null, null, 'pagado'],
    ['pagado', null, 'sin_stock', 'devolviendo'],
    ['entregado', '2026-11-01T10:01:00Z', null, 'entregado'],
  ])('that is %s, pending since %s, not delivered because of %s, is shown as %s', (...row) => {
    const [estado, pendiente_at, motivo_no_entregado, shown] = row;
    expect(summary({ estado, pendiente_at, motivo_no_entregado }).shownState).toBe(shown);
  });
});

const at = (minute: number) => `2026-11-01T10:${String(minute).padStart(2, '0')}:00Z`;
const refund = (id: string, minute: number, change: object = {}) => ({
  id,
  estado: 'hecho',
  centimos: 100,
  motivo: null,
  error: null,
  created_at: at(minute),
  proveedor_at: null,
  hecho_at: null,
  fallido_at: null,
  ...change,
});
const detailed = {
  ...payment,
  metodo: 'paypal',
  proveedor: 'paypal',
  referencia: 'ORDER1',
  minecraft_name: 'ana_1',
  consentimiento_at: at(0),
  user_id: 'ana',
  destinatario_id: 'ana',
  motivo_no_entregado: null,
  confirmado_at: at(1),
  pagado_at: at(2),
  entregado_at: at(3),
  revertido_at: null,
  adquisiciones: [{ id: 'order-1' }, { id: 'order-2' }],
  reembolsos: [],
  disputas: [],
  facturas: [],
  destinatario: { display_name: 'Ana' },
  movimientos_uncoins: [],
};
const detail = (change: object = {}) => parseDetail({ ...detailed, ...change }, 'en');

describe('a payment with its history', () => {
  test('keeps its known data', () => {
    expect(detail()).toMatchObject({
      name: 'Map',
      method: 'paypal',
      provider: 'paypal',
      reference: 'ORDER1',
      lowestCents: null,
      isRecharge: false,
      recipient: null,
      minecraftName: 'ana_1',
      agreedAt: at(0),
      orderIds: ['order-1', 'order-2'],
      refunds: [],
      creditNotes: [],
      refundableCents: 1_000,
      reason: null,
      confirmedAt: at(1),
      recordedAt: at(2),
      deliveredAt: at(3),
      revertedAt: null,
    });
    const presupuesto = { ...payment.presupuesto, es_recarga: true, minimo_30_dias_centimos: 750 };
    expect(detail({ presupuesto })).toMatchObject({ isRecharge: true, lowestCents: 750 });
  });

  test('of a gift contains the recipient and the reason for them', () => {
    const gift = { destinatario_id: 'luz', destinatario: { display_name: 'Luz' }, motivo_no_entregado: 'ya_lo_tienes' };
    expect(detail(gift)).toMatchObject({ recipient: 'Luz', reason: 'ya_lo_tiene' });
    expect(detail({ ...gift, destinatario_id: null, destinatario: null }).recipient).toBe('');
    expect(detail({ motivo_no_entregado: 'ya_lo_tienes' }).reason).toBe('ya_lo_tienes');
  });

  test('of a gift that nobody opened has its UnCoins, even after they were taken and given again', () => {
    const move = (concepto: string, cantidad: number, minute: number) => ({
      concepto,
      cantidad,
      created_at: at(minute),
    });
    const expiry = move('regalo_caducado', 1_000, 5);
    expect(detail().expired).toBeNull();
    expect(detail({ movimientos_uncoins: [move('compra', -1_000, 4)] }).expired).toBeNull();
    const again = [move('regalo_caducado', 1_000, 7), move('reembolso', -1_000, 6), expiry];
    expect(detail({ movimientos_uncoins: again }).expired).toEqual({ coins: 1_000, at: at(5) });
  });

  test('lists refunds in their order, each at the time of its state', () => {
    const reembolsos = [
      refund('third', 9, { estado: 'fallido', fallido_at: at(12), hecho_at: at(11), error: 'closed' }),
      refund('first', 5, { proveedor_at: at(4), hecho_at: at(6), motivo: 'duplicado' }),
      refund('second', 7, { estado: 'pedido' }),
    ];
    expect(detail({ reembolsos })).toMatchObject({
      refundableCents: 800,
      refunds: [
        { id: 'first', state: 'hecho', cents: 100, reason: 'duplicado', askedAt: at(5), madeAt: at(4), at: at(6) },
        { id: 'second', state: 'pedido', askedAt: at(7), madeAt: at(7), at: at(7) },
        { id: 'third', state: 'fallido', problem: 'closed', askedAt: at(9), madeAt: at(9), at: at(12) },
      ],
    });
  });

  test('lists disputes, whose amount is not refundable once it is lost', () => {
    const dispute = { id: 'd-1', fase: 'abierta', centimos: 400, motivo: 'fraude', abierta_at: at(5), vence_at: at(9) };
    const shown = { id: 'd-1', cents: 400, reason: 'fraude', openedAt: at(5), dueAt: at(9) };
    expect(detail({ disputas: [dispute] })).toMatchObject({
      disputes: [{ ...shown, phase: 'abierta' }],
      refundableCents: 1_000,
    });
    expect(detail({ disputas: [{ ...dispute, fase: 'perdida' }] })).toMatchObject({ refundableCents: 600 });
  });

  test('lists credit notes by number, and their cancellations', () => {
    const facturas = [
      { id: 'f-1', serie: 'A2026', numero: 1, rectifica: null, anula: null },
      { id: 'r-10', serie: 'R2026', numero: 10, rectifica: 'A2026-000001', anula: 'r-9' },
      { id: 'r-9', serie: 'R2026', numero: 9, rectifica: 'A2026-000001', anula: null },
      { id: 'r-old', serie: 'R2025', numero: 99, rectifica: 'A2025-000001', anula: null },
    ];
    expect(detail({ facturas }).creditNotes).toEqual([
      { id: 'r-old', number: 'R2025-000099', undoes: false },
      { id: 'r-9', number: 'R2026-000009', undoes: false },
      { id: 'r-10', number: 'R2026-000010', undoes: true },
    ]);
  });
});
