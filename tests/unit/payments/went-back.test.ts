import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, succeed } from '@/lib/core/action/result';
import { client, database } from './database.ts';

const [after, recordAndFollow, carryOutRefund, readRpc] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn(), vi.fn()]);
const [stripe, paypal] = vi.hoisted(() => [
  { findReversals: vi.fn(), disputedSince: null },
  { findReversals: vi.fn(), disputedSince: vi.fn() },
]);
vi.mock('next/server', () => ({ after }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => client }));
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/log', () => ({ log: { error: () => undefined } }));
vi.mock('@/lib/mail/server', () => ({ sendPendingMails: async () => undefined }));
vi.mock('@/lib/payments/follow-event', () => ({ recordAndFollow }));
vi.mock('@/lib/payments/refunds', () => ({ carryOutRefund }));
vi.mock('@/lib/payments/providers', () => ({
  pageProvider: { stripe, paypal },
  providerOf: (name: string) => ({ stripe, paypal })[name] ?? null,
}));
const { catchUpReversals } = await import('@/lib/payments/reversals');
const { takePaymentEvent } = await import('@/lib/payments/take-payment-event');

const payment = { provider: 'stripe', reference: 'cs_1', paymentId: 'pago-1' } as const;
const paid = { ...payment, kind: 'paid', amountCents: 999, currency: 'eur' } as const;

beforeEach(() => {
  for (const mock of [after, recordAndFollow, carryOutRefund, readRpc, paypal.disputedSince]) mock.mockReset();
  for (const { findReversals } of [stripe, paypal]) findReversals.mockReset().mockResolvedValue(null);
  Object.assign(database, { rows: [], filters: [] });
});

describe('a payment that cannot be delivered', () => {
  const refund = (id: string, change: object = {}) => ({
    id,
    centimos: '999',
    estado: 'pedido',
    pedido_por: null,
    ...change,
  });
  const reembolsos = [
    refund('own-1'),
    refund('of-an-admin', { pedido_por: 'luis' }),
    refund('done', { estado: 'hecho' }),
    refund('own-2', { centimos: '1' }),
  ];

  test('is refunded at once, and each order of the database only once', async () => {
    recordAndFollow.mockResolvedValue(fail('sin_stock'));
    database.rows = [{ id: 'pago-1', reembolsos }];
    carryOutRefund.mockRejectedValueOnce(new Error('no answer'));
    expect(await takePaymentEvent(paid)).toEqual(fail('sin_stock'));
    expect(carryOutRefund.mock.calls).toEqual([
      [{ ...payment, id: 'own-1', cents: 999 }],
      [{ ...payment, id: 'own-2', cents: 1 }],
    ]);
    expect(after).toHaveBeenCalledTimes(1);
    expect(database.filters).toEqual(
      expect.arrayContaining([
        ['eq', 'proveedor', 'stripe'],
        ['eq', 'referencia', 'cs_1'],
        ['not', 'motivo_no_entregado', 'is', null],
      ]),
    );
  });

  test('is not refunded by the shop if the database does not say so', async () => {
    recordAndFollow.mockResolvedValue(fail('importe_no_coincide'));
    expect(await takePaymentEvent(paid)).toEqual(fail('importe_no_coincide'));
    expect(carryOutRefund).not.toHaveBeenCalled();
  });

  test.each([
    ['that was delivered', paid, succeed({})],
    ['that has ended without money', { ...payment, kind: 'closed', state: 'caducado' } as const, fail('fallo')],
  ])('is not one %s', async (_what, event, result) => {
    recordAndFollow.mockResolvedValue(result);
    database.rows = [{ id: 'pago-1', reembolsos }];
    expect(await takePaymentEvent(event)).toEqual(result);
    expect([carryOutRefund.mock.calls, after.mock.calls]).toEqual([[], []]);
  });
});

describe('the job that reads what went back', () => {
  const now = Date.parse('2026-11-05T12:00:00Z');
  const found = (reference: string, change: object = {}) => ({
    kind: 'reversals',
    provider: 'paypal',
    reference,
    paymentId: null,
    refunds: [],
    disputes: [],
    ...change,
  });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    recordAndFollow.mockResolvedValue(succeed({}));
    paypal.disputedSince.mockResolvedValue([]);
    readRpc.mockImplementation(async (_client, _name, _given, schema) => schema.parse([]));
    return () => void vi.useRealTimers();
  });

  test('records disputes of the last three days, and refunds of recent payments', async () => {
    paypal.disputedSince.mockResolvedValue(['ORDER1']);
    readRpc.mockImplementation(async (_client, _name, _given, schema) =>
      schema.parse([
        { proveedor: 'paypal', referencia: 'ORDER2' },
        { proveedor: 'stripe', referencia: 'cs_1' },
        { proveedor: 'uncoins', referencia: 'none' },
      ]),
    );
    const events = {
      ORDER1: found('ORDER1', { disputes: [{ id: 'PP-1' }] }),
      ORDER2: found('ORDER2', { refunds: [{ id: 'R1' }] }),
    };
    paypal.findReversals.mockImplementation(async (reference: keyof typeof events) => events[reference]);
    stripe.findReversals.mockResolvedValue(found('cs_1'));
    expect(await catchUpReversals()).toEqual({ disputes: { asked: 1, failed: 0 }, payments: { asked: 3, failed: 0 } });
    expect(paypal.disputedSince.mock.calls).toEqual([[new Date(now - 3 * 24 * 3_600_000)]]);
    expect(recordAndFollow.mock.calls).toEqual([[events.ORDER1], [events.ORDER2]]);
    expect(readRpc.mock.calls.map(([, name]) => name)).toEqual(['pagos_por_revisar']);
  });

  test('goes on if one of them cannot be read', async () => {
    paypal.disputedSince.mockResolvedValue(['ORDER1', 'ORDER2']);
    paypal.findReversals.mockImplementation(async (reference) => {
      if (reference === 'ORDER1') throw new Error('no answer');
      return found('ORDER2', { refunds: [{ id: 'R1' }], disputes: [{ id: 'PP-1' }] });
    });
    expect(await catchUpReversals()).toEqual({ disputes: { asked: 2, failed: 1 }, payments: { asked: 0, failed: 0 } });
    expect(recordAndFollow).toHaveBeenCalledTimes(1);
  });
});
