import { describe, expect, test, vi } from 'vitest';
import { orderInput } from './inputs.ts';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { log } = await import('@/lib/core/log');
const { leftOf } = await import('@/lib/payments/left');
const { disputedOrders, ordersOf } = await import('@/lib/payments/paypal/disputes');
const { readPayPalEvent } = await import('@/lib/payments/paypal/events');
const { lookUpPayPal } = await import('@/lib/payments/paypal/look-up');
const { orderEvent } = await import('@/lib/payments/paypal/order-event');
const { capturePayPalOrder, createPayPalOrder, findPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { refundPayPalPayment } = await import('@/lib/payments/paypal/refunds');
const { payPalDispute } = await import('@/lib/payments/paypal/reversal-facts');
const { pageProvider } = await import('@/lib/payments/providers');

const euros = (value: string) => ({ currency_code: 'EUR', value });

/** An order of 9.99 euros, for a payment of its own. */
async function openOrder() {
  const input = orderInput();
  const { id } = await createPayPalOrder(input);
  return { id, paymentId: input.paymentId };
}

/** Such an order that is paid. */
async function paidOrder() {
  const { id, paymentId } = await openOrder();
  await all.sim.paypal.approve(id);
  await capturePayPalOrder(id);
  return { id, paymentId };
}

/** Reversals reported by every PayPal event of an order so far: all events yield the same. */
async function reversalsOf(order: string) {
  const sent = (await all.sim.events({ provider: 'paypal', id: order })).filter(({ type }) =>
    /REFUND|REVERSED|DISPUTE/.test(type),
  );
  const read = await Promise.all(sent.map(({ body }) => readPayPalEvent(body as never)));
  for (const event of read) expect(event).toEqual(read[0]);
  return { types: sent.map(({ type }) => type), event: read[0] };
}

describe('refunds at PayPal', () => {
  test('in part are reported separately, and the payment stays paid', async () => {
    const { id, paymentId } = await paidOrder();
    await all.sim.paypal.refund(id, euros('2.00'));
    await all.sim.paypal.refund(id, euros('2.00'));
    const { event } = await reversalsOf(id);
    expect(event).toMatchObject({
      kind: 'reversals',
      reference: id,
      paymentId,
      refunds: [
        { cents: 200, state: 'hecho' },
        { cents: 200, state: 'hecho' },
      ],
    });
    expect(await lookUpPayPal(id)).toMatchObject({ kind: 'paid', amountCents: 999 });
  });

  test('are reported as pending, and as failed', async () => {
    const { id } = await paidOrder();
    await all.sim.paypal.refund(id, undefined, { pending: true });
    expect((await reversalsOf(id)).event).toMatchObject({ refunds: [{ cents: 999, state: 'pendiente' }] });
    await all.sim.paypal.settleRefund(id, 'COMPLETED');
    expect((await reversalsOf(id)).event).toMatchObject({ refunds: [{ state: 'hecho' }] });
    expect(await lookUpPayPal(id)).toMatchObject({ kind: 'reversals', refunds: [{ cents: 999 }] });
    await all.sim.paypal.settleRefund(id, 'FAILED');
    const { types, event } = await reversalsOf(id);
    expect(event).toMatchObject({ refunds: [{ state: 'fallido', problem: expect.any(String) }] });
    expect(types).toEqual(['PAYMENT.REFUND.PENDING', 'PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.REFUND.FAILED']);
    expect(await lookUpPayPal(id)).toMatchObject({ kind: 'paid' });
  });

  test('ordered by the shop are identified by their own id, and made once', async () => {
    const { id } = await paidOrder();
    const order = { id: crypto.randomUUID(), cents: 300 };
    const [first, second] = await Promise.all([refundPayPalPayment(id, order), refundPayPalPayment(id, order)]);
    expect(first).toEqual(second);
    expect(await pageProvider.paypal.findReversals(id)).toMatchObject({ refunds: [{ ownId: order.id, cents: 300 }] });
    expect(await refundPayPalPayment(id, { id: crypto.randomUUID(), cents: 700 })).toEqual({
      refused: 'REFUND_AMOUNT_EXCEEDED',
    });
  });

  test('of an unpaid order are refused', async () => {
    const { id } = await openOrder();
    expect(await refundPayPalPayment(id, { id: crypto.randomUUID(), cents: 999 })).toEqual({ refused: 'NO_CAPTURE' });
  });

  test.each([429, 500, 503])('that PayPal answers with %i are not refused', async (status) => {
    const { id } = await paidOrder();
    const capture = (await findPayPalOrder(id))?.purchase_units?.[0]?.payments?.captures?.[0];
    const path = `/v2/payments/captures/${capture?.id}/refund`;
    await all.sim.addFault({ kind: 'fail', provider: 'paypal', path, times: 5, status });
    const order = { id: crypto.randomUUID(), cents: 999 };
    await expect(refundPayPalPayment(id, order)).rejects.toThrow(`PayPal answered ${status}`);
    await all.sim.clearFaults();
  });
});

describe('disputes at PayPal', () => {
  test('hold no money as an inquiry, and a chargeback is not mistaken for a refund', async () => {
    const { id } = await paidOrder();
    await all.sim.paypal.dispute(id, { stage: 'INQUIRY', reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' });
    expect((await reversalsOf(id)).event).toMatchObject({
      disputes: [{ phase: 'consulta', cents: 999, reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' }],
      refunds: [],
    });
    for (const stage of ['CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'] as const) {
      await all.sim.paypal.updateDispute(id, { stage, status: 'UNDER_REVIEW' });
      expect((await reversalsOf(id)).event, stage).toMatchObject({ disputes: [{ phase: 'abierta' }], refunds: [] });
    }
    const order = await findPayPalOrder(id);
    expect(order?.purchase_units?.[0]?.payments?.captures?.[0]?.status).toBe('PARTIALLY_REFUNDED');
    expect(await lookUpPayPal(id)).toMatchObject({ kind: 'paid', amountCents: 999 });
  });

  test.each([
    ['RESOLVED_SELLER_FAVOUR', 'ganada', 0],
    ['CANCELED_BY_BUYER', 'ganada', 0],
    ['RESOLVED_BUYER_FAVOUR', 'perdida', 1],
    ['ACCEPTED', 'perdida', 1],
    ['RESOLVED_WITH_PAYOUT', 'perdida', 0],
    ['DENIED', 'sin_decidir', 0],
    ['NONE', 'sin_decidir', 0],
    [null, 'sin_decidir', 0],
  ] as const)('with the outcome %s are %s', async (outcome, phase, reversals) => {
    const { id } = await paidOrder();
    await all.sim.paypal.dispute(id);
    await all.sim.paypal.resolveDispute(id, outcome);
    const { types, event } = await reversalsOf(id);
    expect(event).toMatchObject({ disputes: [{ phase, cents: 999 }] });
    expect(types.filter((type) => type === 'PAYMENT.CAPTURE.REVERSED')).toHaveLength(reversals);
  });

  test('in the inquiry stage without an outcome decide nothing', async () => {
    const { id } = await paidOrder();
    await all.sim.paypal.dispute(id, { stage: 'INQUIRY' });
    await all.sim.paypal.resolveDispute(id, 'NONE');
    expect((await reversalsOf(id)).event).toMatchObject({ disputes: [{ phase: 'consulta' }] });
  });

  test('have ordered updates', async () => {
    const { id } = await paidOrder();
    const versions: number[] = [];
    const read = async () => {
      const { event } = await reversalsOf(id);
      if (event?.kind === 'reversals') versions.push(event.disputes[0]?.version ?? 0);
    };
    await all.sim.paypal.dispute(id);
    await read();
    await all.sim.paypal.updateDispute(id, { status: 'UNDER_REVIEW' });
    await read();
    await all.sim.paypal.resolveDispute(id, 'RESOLVED_SELLER_FAVOUR');
    await read();
    expect(versions[0]).toBeLessThan(versions[1] ?? 0);
    expect(versions[1]).toBeLessThan(versions[2] ?? 0);
  });

  test('are listed by their last update, paginated, with their orders', async () => {
    const before = new Date();
    const orders: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await paidOrder();
      orders.push(id);
      // More than one page of disputes.
      for (let again = 0; again < 20; again += 1) await all.sim.paypal.dispute(id);
    }
    expect(await disputedOrders(before)).toEqual(expect.arrayContaining(orders));
    expect(await disputedOrders(new Date(Date.now() + 1000))).toEqual([]);
  });

  test('of foreign charges are ignored', async () => {
    const elsewhere = payPalDispute.parse({
      dispute_id: 'PP-1',
      create_time: '2026-11-01T00:00:00.000Z',
      update_time: '2026-11-01T00:00:00.000Z',
      status: 'OPEN',
      disputed_transactions: [{ seller_transaction_id: 'NOBODY123' }, {}],
    });
    expect(await ordersOf(elsewhere)).toEqual([]);
  });
});

test('a capture reversed by PayPal without a refund counts as fully refunded', async () => {
  const capture = { id: 'CAP1', status: 'REVERSED', amount: euros('9.99'), update_time: '2026-11-01T00:00:00Z' };
  expect(
    orderEvent({ id: 'ORDER1', status: 'COMPLETED', purchase_units: [{ payments: { captures: [capture] } }] }),
  ).toMatchObject({ kind: 'reversals', refunds: [{ id: 'captura:CAP1', cents: 999, state: 'hecho' }] });
});

test('an app without permission for disputes still reads refunds', async () => {
  const { id } = await paidOrder();
  await all.sim.paypal.refund(id, euros('1.00'));
  await all.sim.paypal.dispute(id);
  await all.sim.addFault({
    kind: 'fail',
    provider: 'paypal',
    path: '/v1/customer/disputes',
    when: 'before',
    mode: 'error',
    status: 403,
    times: 1,
  });
  expect(await pageProvider.paypal.findReversals(id)).toMatchObject({ refunds: [{ cents: 100 }], disputes: [] });
});

test('an unreadable dispute event is recorded as an error, and not repeated', async () => {
  const logged = vi.spyOn(log, 'error');
  const { id } = await paidOrder();
  await all.sim.paypal.dispute(id);
  const [news] = (await all.sim.events({ provider: 'paypal', id })).filter(({ type }) => type.includes('DISPUTE'));
  const refuse = (status: number) =>
    all.sim.addFault({
      kind: 'fail',
      provider: 'paypal',
      path: '/v1/customer/disputes/*',
      when: 'before',
      mode: 'error',
      status,
      times: 1,
    });
  await refuse(403);
  expect(await readPayPalEvent(news?.body as never)).toBeNull();
  expect(logged).toHaveBeenCalledWith(
    expect.anything(),
    expect.stringContaining('does not let this app read disputes'),
  );
  await refuse(500);
  await expect(readPayPalEvent(news?.body as never)).rejects.toThrow('500');
});

test('the refundable rest includes PayPal’s own reversal once', async () => {
  const at = (hour: number) => `2026-11-01T0${hour}:00:00Z`;
  const refund = (cents: number, hour: number, state: 'hecho' | 'pedido' | 'fallido' | 'rechazado' = 'hecho') => ({
    cents,
    state,
    madeAt: at(hour),
  });
  const lost = { phase: 'perdida' as const, cents: 400, openedAt: at(2) };
  const facts = { totalCents: 1000, refunds: [refund(100, 1), refund(400, 3)], disputes: [lost] };
  expect(leftOf({ ...facts, provider: 'paypal' })).toBe(500);
  expect(leftOf({ ...facts, provider: 'paypal', refunds: [refund(100, 1)] })).toBe(500);
  expect(leftOf({ ...facts, provider: 'stripe' })).toBe(100);
  const open = [refund(300, 1, 'pedido'), refund(200, 1, 'fallido'), refund(100, 1, 'rechazado')];
  expect(leftOf({ totalCents: 1000, refunds: open, disputes: [], provider: 'stripe' })).toBe(700);
});
