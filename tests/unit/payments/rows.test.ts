import { expect, test } from 'vitest';
import { offeredMethods, providers, surcharges } from '@/lib/payments/methods';
import { pageProviderName, paymentRow, providerName } from '@/lib/payments/rows';

const row = {
  ok: true,
  pago_id: 'pago-1',
  user_id: 'ana',
  destinatario_id: 'ana',
  estado: 'entregado',
  proveedor: 'stripe',
  referencia: 'cs_1',
  total_centimos: '999',
  caduca_at: '2026-11-01T10:00:00+01:00',
  presupuesto: { nombre: 'Mapa' },
  pedidos: ['order-1'],
};

test('a payment of the database has cents, dates, and no facts that it does not state', () => {
  expect(paymentRow.parse(row)).toEqual({
    id: 'pago-1',
    userId: 'ana',
    isGift: false,
    state: 'entregado',
    provider: 'stripe',
    reference: 'cs_1',
    totalCents: 999,
    expiresAt: new Date('2026-11-01T09:00:00Z'),
    name: 'Mapa',
    edition: null,
    isRecharge: false,
    orderIds: ['order-1'],
    deliveredNow: false,
  });
});

test.each<[string, object, object]>([
  ['a gift', { destinatario_id: 'luis' }, { isGift: true }],
  ['a gift that nobody has collected', { destinatario_id: null }, { isGift: true }],
  ['delivered by this call', { entregado_ahora: true }, { deliveredNow: true }],
  ['UnCoins', { presupuesto: { nombre: 'x', es_recarga: true } }, { isRecharge: true }],
  ['an edition', { presupuesto: { nombre: 'x', edicion: 'Deluxe' } }, { name: 'x', edition: 'Deluxe' }],
])('a payment of the database is %s', (_what, change, facts) => {
  expect(paymentRow.parse({ ...row, ...change })).toMatchObject(facts);
});

test.each([{ ok: false }, { estado: 'otro' }, { proveedor: 'otro' }, { total_centimos: 9.5 }, { presupuesto: {} }])(
  'a payment of the database with %o is refused',
  (change) => {
    expect(paymentRow.safeParse({ ...row, ...change }).success).toBe(false);
  },
);

test('every provider settles payments, but only some have a page, and nobody chooses the free one', () => {
  const accepted = (schema: typeof providerName | typeof pageProviderName) =>
    ['stripe', 'paypal', 'uncoins', 'gratis', 'otro'].filter((name) => schema.safeParse(name).success);
  expect(accepted(providerName)).toEqual(['stripe', 'paypal', 'uncoins', 'gratis']);
  expect(accepted(pageProviderName)).toEqual(['stripe', 'paypal']);
  expect(providers).not.toContain('tarjeta');
  expect([offeredMethods, surcharges]).toEqual([['tarjeta', 'paypal', 'uncoins'], ['recargo_paypal']]);
});
