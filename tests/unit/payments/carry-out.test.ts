import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fail, succeed } from '@/lib/core/action/result';
import { client, database } from './database.ts';

const [readRpc, callRpc, recordAndFollow, refreshStock] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn(), vi.fn()]);
const provider = vi.hoisted(() => ({ findReversals: vi.fn(), refund: vi.fn() }));
const payouts = vi.hoisted(() => ({ send: vi.fn(), find: vi.fn(), refusal: vi.fn() }));
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc, callRpc }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => client }));
vi.mock('@/lib/core/log', () => ({ log: { warn: () => undefined, error: () => undefined } }));
vi.mock('@/lib/payments/follow-event', () => ({ recordAndFollow, refreshStock }));
vi.mock('@/lib/payments/providers', () => ({
  providerOf: (name: string) => (name === 'gratis' ? undefined : provider),
  payouts,
}));
const { carryOutRefund, finishRefunds, refundOrder } = await import('@/lib/payments/refunds');
const { carryOutPayout, finishPayouts, followPayout } = await import('@/lib/payments/payouts');
const { recordPaymentEvent } = await import('@/lib/payments/record-event');

/** The functions of the database that were called, and with what. */
const asked = () => readRpc.mock.calls.map(([, name, given]) => [name, given]);

beforeEach(() => {
  for (const mock of [readRpc, callRpc, recordAndFollow, ...Object.values(provider), ...Object.values(payouts)])
    mock.mockReset();
  Object.assign(database, { rows: [], filters: [] });
  recordAndFollow.mockResolvedValue(succeed({}));
  provider.findReversals.mockResolvedValue(null);
});

describe('an ordered refund', () => {
  const order = { id: 'own-1', paymentId: 'pago-1', provider: 'stripe', reference: 'cs_1', cents: 500 } as const;
  const made = { id: 're_1', ownId: 'own-1', state: 'hecho', cents: 500, reason: null, problem: null };
  const event = { kind: 'reversals', provider: 'stripe', reference: 'cs_1', paymentId: 'pago-1' };

  test('is made at the provider, and recorded', async () => {
    provider.refund.mockResolvedValue(made);
    expect(await carryOutRefund(order)).toEqual({ status: 'done' });
    expect(provider.refund.mock.calls).toEqual([['cs_1', order]]);
    expect(recordAndFollow.mock.calls).toEqual([[{ ...event, refunds: [made], disputes: [] }]]);
  });

  test('is not made again if an earlier attempt succeeded without a response', async () => {
    const other = { ...made, id: 're_0', ownId: null };
    provider.findReversals.mockResolvedValue({ refunds: [other, made], disputes: [] });
    expect(await carryOutRefund(order)).toEqual({ status: 'done' });
    expect(provider.refund).not.toHaveBeenCalled();
    expect(recordAndFollow.mock.calls).toEqual([[{ ...event, refunds: [other, made], disputes: [] }]]);
  });

  test('is made although another one exists, and without earlier ones only its own result is recorded', async () => {
    const other = { ...made, id: 're_0', ownId: null };
    provider.findReversals.mockResolvedValue({ refunds: [other], disputes: [{ id: 'du_1' }] });
    provider.refund.mockResolvedValue({ ...made, state: 'pendiente' });
    expect(await carryOutRefund(order)).toEqual({ status: 'pending' });
    expect(recordAndFollow).toHaveBeenCalledTimes(2);
    recordAndFollow.mockClear();
    provider.findReversals.mockResolvedValue({ refunds: [], disputes: [] });
    expect(await carryOutRefund(order)).toEqual({ status: 'pending' });
    expect(recordAndFollow).toHaveBeenCalledTimes(1);
  });

  test('is made beside other refunds and disputes, which are recorded first', async () => {
    const disputes = [{ id: 'du_1' }];
    provider.findReversals.mockResolvedValue({ refunds: [], disputes });
    provider.refund.mockResolvedValue({ ...made, state: 'pendiente' });
    expect(await carryOutRefund(order)).toEqual({ status: 'pending' });
    expect(recordAndFollow.mock.calls.map(([{ disputes: recorded }]) => recorded)).toEqual([disputes, []]);
  });

  test.each([
    ['closed', 'closed'],
    [null, 'failed'],
  ])('that fails at the provider because of %s is refused with %s', async (problem, reason) => {
    provider.refund.mockResolvedValue({ ...made, state: 'fallido', problem });
    expect(await carryOutRefund(order)).toEqual({ status: 'refused', reason });
  });

  test('is refused by the provider, unless it was made in the meantime', async () => {
    provider.refund.mockResolvedValue({ refused: 'charge_already_refunded' });
    expect(await carryOutRefund(order)).toEqual({ status: 'refused', reason: 'charge_already_refunded' });
    expect(asked()).toEqual([['rechazar_reembolso', { p_reembolso: 'own-1', p_error: 'charge_already_refunded' }]]);
    readRpc.mockClear();
    provider.findReversals.mockResolvedValueOnce(null).mockResolvedValueOnce({ refunds: [made], disputes: [] });
    expect(await carryOutRefund(order)).toEqual({ status: 'done' });
    expect(asked()).toEqual([]);
  });

  test('is done for coins, and refused without a provider', async () => {
    expect(await carryOutRefund({ ...order, provider: 'uncoins' })).toEqual({ status: 'done' });
    expect(refreshStock.mock.calls).toEqual([['pago-1', 'refunded']]);
    expect(asked()).toEqual([]);
    expect(await carryOutRefund({ ...order, provider: 'gratis' })).toEqual({ status: 'refused', reason: 'gratis' });
    expect(provider.findReversals).not.toHaveBeenCalled();
  });

  test('is read from the database, and refused for an unknown provider', () => {
    const row = { reembolso_id: 'own-1', centimos: '500', pago_id: 'pago-1', proveedor: 'stripe', referencia: 'cs_1' };
    expect(refundOrder.parse(row)).toEqual(order);
    expect(refundOrder.safeParse({ ...row, proveedor: 'otro' }).success).toBe(false);
  });

  test('that is still open is carried out by the job, even if others fail', async () => {
    const open = (id: string, pagos: object | null = { proveedor: 'stripe', referencia: 'cs_1' }) => ({
      id,
      centimos: '500',
      pago_id: 'pago-1',
      pagos,
    });
    const unpaid = [open('own-6', null), open('own-7', { proveedor: 'stripe', referencia: null })];
    database.rows = [[open('own-1'), open('own-2'), open('own-3'), open('own-4'), ...unpaid]];
    provider.refund.mockImplementation(async (_reference, { id }) => {
      if (id === 'own-1') throw new Error('no answer');
      const state = { 'own-2': 'pendiente', 'own-3': 'fallido' }[id as string] ?? 'hecho';
      return { ...made, ownId: id, state };
    });
    expect(await finishRefunds()).toEqual({ asked: 6, done: 1 });
    expect(provider.refund.mock.calls).toEqual(
      ['own-1', 'own-2', 'own-3', 'own-4'].map((id) => ['cs_1', { ...order, id }]),
    );
    expect(database.filters).toEqual(
      expect.arrayContaining([
        ['from', 'reembolsos'],
        ['eq', 'estado', 'pedido'],
      ]),
    );
  });

  test('is retried if the provider does not respond, or if the database refuses its record', async () => {
    provider.refund.mockRejectedValueOnce(new Error('no answer')).mockResolvedValueOnce(made);
    await expect(carryOutRefund(order)).rejects.toThrow('no answer');
    recordAndFollow.mockResolvedValue(fail('pago_no_existe'));
    await expect(carryOutRefund(order)).rejects.toThrow('refund own-1: pago_no_existe');
  });
});

describe('a withdrawal', () => {
  const withdrawal = { id: 'w-1', email: 'ana@gmail.com', cents: 500 };
  const ticket = { lote: null, intento: 2, momento: '2026-11-01T10:00:00Z' };
  const found = { withdrawalId: 'w-1', state: 'paid', wait: null, itemId: 'item-1', reason: null };
  const closing = {
    p_retiro: 'w-1',
    p_estado: 'pagado',
    p_referencia: 'item-1',
    p_motivo: null,
    p_momento: ticket.momento,
    p_espera: null,
  };

  beforeEach(() => {
    callRpc.mockResolvedValue(succeed(ticket));
    payouts.send.mockResolvedValue('batch-1');
    payouts.find.mockResolvedValue(found);
    payouts.refusal.mockReturnValue(null);
  });

  test('is sent, its batch is recorded first, and then its state', async () => {
    await carryOutPayout(withdrawal);
    expect(callRpc.mock.calls.map(([, name, given]) => [name, given])).toEqual([
      ['preparar_envio', { p_retiro: 'w-1' }],
    ]);
    expect(payouts.send.mock.calls).toEqual([[withdrawal]]);
    expect(payouts.find.mock.calls).toEqual([['batch-1']]);
    expect(asked()).toEqual([
      ['anotar_lote', { p_retiro: 'w-1', p_lote: 'batch-1' }],
      ['cerrar_retiro', closing],
    ]);
  });

  test('is only looked up if it was sent', async () => {
    callRpc.mockResolvedValue(succeed({ ...ticket, lote: 'batch-0' }));
    await carryOutPayout(withdrawal);
    expect(payouts.send).not.toHaveBeenCalled();
    expect(payouts.find.mock.calls).toEqual([['batch-0']]);
    expect(asked()).toEqual([['cerrar_retiro', closing]]);
  });

  test.each([
    [
      { state: 'failed', reason: 'RECEIVER_UNREGISTERED' },
      { p_estado: 'fallido', p_motivo: 'RECEIVER_UNREGISTERED' },
    ],
    [
      { state: 'waiting', wait: 'unclaimed' },
      { p_estado: 'pendiente', p_espera: 'sin_reclamar' },
    ],
    [
      { state: 'waiting', wait: 'held' },
      { p_estado: 'pendiente', p_espera: 'retenido' },
    ],
    [{ state: 'waiting' }, { p_estado: 'pendiente', p_espera: null }],
  ])('with the response %o of PayPal is recorded as %o', async (change, recorded) => {
    payouts.find.mockResolvedValue({ ...found, ...change });
    await carryOutPayout(withdrawal);
    expect(asked().at(-1)).toEqual(['cerrar_retiro', { ...closing, ...recorded }]);
  });

  test('without a next step is skipped', async () => {
    callRpc.mockResolvedValue(fail('cerrado'));
    await carryOutPayout(withdrawal);
    expect([payouts.send.mock.calls, asked()]).toEqual([[], []]);
  });

  test('refused by PayPal is refused with its attempt', async () => {
    const row = { ...ticket, intento: '2' };
    callRpc.mockImplementation(async (_client, _name, _given, _refusals, schema) => succeed(schema.parse(row)));
    payouts.send.mockRejectedValue(new Error('no funds'));
    payouts.refusal.mockReturnValue('INSUFFICIENT_FUNDS');
    await carryOutPayout(withdrawal);
    expect(asked()).toEqual([['rechazar_envio', { p_retiro: 'w-1', p_intento: 2, p_motivo: 'INSUFFICIENT_FUNDS' }]]);
    expect(payouts.find).not.toHaveBeenCalled();
  });

  test('without a response is not refused, because it may have been paid', async () => {
    payouts.send.mockRejectedValue(new Error('no answer'));
    await expect(carryOutPayout(withdrawal)).rejects.toThrow('no answer');
    expect(asked()).toEqual([]);
  });

  test('is not settled by the batch of another one', async () => {
    payouts.find.mockResolvedValue({ ...found, withdrawalId: 'w-2' });
    await expect(carryOutPayout(withdrawal)).rejects.toThrow('batch-1');
    expect(asked().map(([name]) => name)).toEqual(['anotar_lote']);
  });

  test('that fails does not delay the others', async () => {
    const rows = ['w-2', 'w-1'].map((id) => ({ id, paypal_email: 'ana@gmail.com', amount: '5.00' }));
    readRpc.mockImplementation(async (_client, name, _given, schema) =>
      schema.parse(name === 'retiros_por_seguir' ? rows : undefined),
    );
    expect(await finishPayouts()).toEqual({ asked: 2, failed: 1 });
    expect(payouts.send.mock.calls).toEqual([[{ ...withdrawal, id: 'w-2' }], [withdrawal]]);
    expect(asked()[0]).toEqual(['retiros_por_seguir', { p_limite: 100 }]);
    expect(asked().at(-1)).toEqual(['cerrar_retiro', closing]);
  });
});

describe('news of a withdrawal', () => {
  const row = { id: 'w-1', paypal_email: 'ana@gmail.com', amount: '5.00', lote: 'batch-0' };
  const found = { withdrawalId: 'w-1', state: 'paid', wait: null, itemId: 'item-1', reason: null };
  const names = () => asked().map(([name]) => name);

  beforeEach(() => {
    database.rows = [row];
    callRpc.mockResolvedValue(succeed({ lote: 'batch-0', intento: 1, momento: '2026-11-01T10:00:00Z' }));
    payouts.find.mockResolvedValue(found);
  });

  test.each(['batch-0', null])('with the recorded batch or none (%s) only continues that batch', async (batch) => {
    await followPayout('w-1', batch);
    expect([payouts.find.mock.calls, names()]).toEqual([[['batch-0']], ['cerrar_retiro']]);
    expect(database.filters).toContainEqual(['eq', 'id', 'w-1']);
  });

  test('with an unrecorded batch records it first, and does not pay again', async () => {
    database.rows = [{ ...row, lote: null }];
    await followPayout('w-1', 'batch-1');
    expect(asked()[0]).toEqual(['anotar_lote', { p_retiro: 'w-1', p_lote: 'batch-1' }]);
    expect([names(), payouts.send.mock.calls]).toEqual([['anotar_lote', 'cerrar_retiro'], []]);
  });

  test('with a batch of another withdrawal is ignored, like one that the shop does not know', async () => {
    payouts.find.mockResolvedValue({ ...found, withdrawalId: 'w-2' });
    await followPayout('w-1', 'batch-1');
    database.rows = [];
    await followPayout('w-1', 'batch-0');
    expect([names(), callRpc.mock.calls]).toEqual([[], []]);
  });

  test('that has not been sent sends it with its own address and amount', async () => {
    callRpc.mockResolvedValue(succeed({ lote: null, intento: '1', momento: '2026-11-01T10:00:00Z' }));
    payouts.send.mockResolvedValue('batch-1');
    await followPayout('w-1', null);
    expect(payouts.send.mock.calls).toEqual([[{ id: 'w-1', email: 'ana@gmail.com', cents: 500 }]]);
  });
});

describe('an event of a provider', () => {
  const payment = { provider: 'paypal', reference: 'ORDER1', paymentId: 'pago-1' } as const;
  const sent = { p_proveedor: 'paypal', p_referencia: 'ORDER1', p_pago: 'pago-1' };
  const at = new Date('2026-11-01T10:00:00Z');
  const callsFor = async (event: Parameters<typeof recordPaymentEvent>[0]) => {
    callRpc.mockResolvedValue(succeed('payment'));
    expect(await recordPaymentEvent(event)).toEqual(succeed('payment'));
    return callRpc.mock.calls.map(([, name, given]) => [name, given])[0];
  };

  test('is recorded with its amount, currency and time', async () => {
    const paid = { ...payment, kind: 'paid', amountCents: 999, currency: 'EUR' } as const;
    const amount = { ...sent, p_importe_centimos: 999, p_moneda: 'EUR' };
    expect(await callsFor({ ...paid, confirmedAt: at })).toEqual([
      'entregar_pago',
      { ...amount, p_confirmado_at: '2026-11-01T10:00:00.000Z' },
    ]);
    callRpc.mockReset();
    expect(await callsFor({ ...paid, paymentId: null })).toEqual([
      'entregar_pago',
      { p_proveedor: 'paypal', p_referencia: 'ORDER1', p_importe_centimos: 999, p_moneda: 'EUR' },
    ]);
  });

  test('is recorded with its end', async () => {
    const closed = { ...payment, kind: 'closed', state: 'fallido' } as const;
    expect(await callsFor(closed)).toEqual(['cerrar_pago', { ...sent, p_estado: 'fallido' }]);
    callRpc.mockReset();
    expect(await callsFor({ ...closed, declines: 0 })).toEqual([
      'cerrar_pago',
      { ...sent, p_estado: 'fallido', p_rechazos: 0 },
    ]);
  });

  test('is recorded with its refunds and disputes', async () => {
    const refund = {
      id: 'R1',
      ownId: null,
      state: 'hecho',
      cents: 500,
      reason: 'sorry',
      problem: null,
      createdAt: at,
    } as const;
    const dispute = {
      id: 'PP-1',
      phase: 'abierta',
      cents: 400,
      reason: null,
      dueAt: null,
      openedAt: at,
      version: 7,
    } as const;
    const disputes = [dispute, { ...dispute, dueAt: at }];
    expect(await callsFor({ ...payment, kind: 'reversals', refunds: [refund], disputes })).toEqual([
      'anotar_reversiones',
      {
        ...sent,
        p_hechos: {
          reembolsos: [
            {
              referencia: 'R1',
              propio: null,
              estado: 'hecho',
              centimos: 500,
              motivo: 'sorry',
              error: null,
              created_at: '2026-11-01T10:00:00.000Z',
            },
          ],
          disputas: [null, '2026-11-01T10:00:00.000Z'].map((vence_at) => ({
            referencia: 'PP-1',
            fase: 'abierta',
            centimos: 400,
            motivo: null,
            vence_at,
            abierta_at: '2026-11-01T10:00:00.000Z',
            version: 7,
          })),
        },
      },
    ]);
  });

  test.each(['pago_no_existe', 'importe_no_coincide', 'ya_lo_tienes', 'ya_pagado', 'no_entregable'])(
    'is refused with %s like in the database',
    async (code) => {
      callRpc.mockResolvedValue(fail(code));
      const closed = { ...payment, kind: 'closed', state: 'caducado' } as const;
      expect(await recordPaymentEvent(closed)).toEqual(fail(code));
      callRpc.mockResolvedValue(fail('otra_cosa'));
      expect(await recordPaymentEvent(closed)).toEqual(fail('fallo'));
    },
  );
});
