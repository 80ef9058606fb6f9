import { describe, expect, test } from 'vitest';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { capturePayPalOrder, createPayPalOrder, findPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { refundPayPalPayment } = await import('@/lib/payments/paypal/refunds');
const { createCardSession } = await import('@/lib/payments/stripe/sessions');
const { refundCardPayment } = await import('@/lib/payments/stripe/refunds');

const site = 'http://localhost:1';
const asked = () => ({ paymentId: crypto.randomUUID(), totalCents: 999, name: 'Fragua Arcana', locale: 'es' as const });
const refundOf = (cents: number) => ({ id: crypto.randomUUID(), cents });
const openOrder = () => createPayPalOrder({ ...asked(), returnUrl: site, cancelUrl: site });
const openSession = () =>
  createCardSession({
    ...asked(),
    userId: 'user-1',
    email: 'ana@gmail.com',
    description: null,
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: site,
    cancelUrl: site,
    onlyCard: false,
  });

/** A PayPal order that is paid, and its capture. */
async function paidOrder() {
  const { id } = await openOrder();
  await all.sim.paypal.approve(id);
  await capturePayPalOrder(id);
  return { id, captureId: (await findPayPalOrder(id))?.purchase_units?.[0]?.payments?.captures?.[0]?.id ?? '' };
}

describe('a refund at PayPal', () => {
  test('of a payment without money is refused', async () => {
    const { id } = await openOrder();
    expect(await refundPayPalPayment(id, refundOf(999))).toEqual({ refused: 'NO_CAPTURE' });
  });

  test.each([429, 500, 503])('that PayPal answers with %i is not refused', async (status) => {
    const { id, captureId } = await paidOrder();
    const path = `/v2/payments/captures/${captureId}/refund`;
    await all.sim.addFault({ kind: 'fail', provider: 'paypal', path, times: 5, status });
    await expect(refundPayPalPayment(id, refundOf(999))).rejects.toThrow(`PayPal answered ${status}`);
    await all.sim.clearFaults();
  });
});

describe('a refund at Stripe', () => {
  test('of a payment without money is refused', async () => {
    const { id } = await openSession();
    expect(await refundCardPayment(id, refundOf(999))).toEqual({ refused: 'no_payment_intent' });
  });

  test.each([429, 500])('that Stripe answers with %i is not refused', async (status) => {
    const { id } = await openSession();
    await all.sim.stripe.pay(id);
    await all.sim.addFault({ kind: 'fail', provider: 'stripe', path: '/v1/refunds', times: 5, status });
    await expect(refundCardPayment(id, refundOf(999))).rejects.toMatchObject({ statusCode: status });
    await all.sim.clearFaults();
  });
});
