import { expect, test, vi } from 'vitest';
import { createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

vi.mock('next/server', () => ({ after: () => {} }));
vi.mock('next/cache', () => ({ revalidateTag: () => {} }));

const { db, payments, clientOf } = await openShop();
const { sql } = db;
await payments.sim.setWebhookUrls({ stripe: null, paypal: null });

const { createPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { reconcilePayments } = await import('@/lib/payments/reconcile');
const { verifyPayment } = await import('@/lib/payments/verify');

/** A PayPal payment of the last unit of a product, approved by its buyer, whose next charge PayPal answers with this. */
async function approveRefused(status: number, issue: string) {
  const user = await createUser(sql);
  const answer = await createPayment(db, user, {
    producto: await createProduct(sql, { unidades: 1 }),
    metodo: 'paypal',
  });
  const id = String(answer.pago_id);
  const order = await createPayPalOrder({
    paymentId: id,
    totalCents: Number(answer.total_centimos),
    name: 'Algo',
    locale: 'es',
    returnUrl: 'http://localhost:1/paypal-success',
    cancelUrl: 'http://localhost:1/checkout',
  });
  await db.callService('vincular_pago', { p_pago: id, p_proveedor: 'paypal', p_referencia: order.id });
  await payments.sim.paypal.approve(order.id);
  await payments.sim.addFault({
    kind: 'fail',
    provider: 'paypal',
    method: 'POST',
    path: '/v2/checkout/orders/*/capture',
    status,
    error: { name: 'UNPROCESSABLE_ENTITY', message: 'refused', details: [{ issue }] },
    scope: { id: order.id },
  });
  const request = { userId: user, locale: 'es' as const, provider: 'paypal' as const, reference: order.id };
  return { id, verify: async () => (await verifyPayment(clientOf(user), request)).estado };
}

const holds = (id: string) => sql`select 1 from reservas where pago_id = ${id}`;
const stateOf = async (id: string) => (await sql`select estado from pagos where id = ${id}`)[0]?.estado;

test.each([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'COMPLIANCE_VIOLATION',
  'PAYEE_BLOCKED_TRANSACTION',
])('a charge that PayPal refuses with %s fails, holds nothing, and is not tried without the buyer', async (issue) => {
  const { id, verify } = await approveRefused(422, issue);
  expect(await verify()).toBe('fallido');
  expect(await holds(id)).toEqual([]);
  await reconcilePayments();
  expect(await stateOf(id)).toBe('fallido');
});

test.each([
  [403, 'PERMISSION_DENIED'],
  [409, 'PREVIOUS_REQUEST_IN_PROGRESS'],
  [429, 'RATE_LIMIT_REACHED'],
  [503, 'SERVICE_UNAVAILABLE'],
])('%i %s says nothing of the charge, which the job tries again', async (status, issue) => {
  const { id, verify } = await approveRefused(status, issue);
  expect(await verify()).toBe('sin_respuesta');
  expect(await holds(id)).toHaveLength(1);
  await reconcilePayments();
  expect(await stateOf(id)).toBe('entregado');
});
