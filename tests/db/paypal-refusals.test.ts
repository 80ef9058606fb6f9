import { expect, test, vi } from 'vitest';
import { createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

vi.mock('next/server', () => ({ after: () => {} }));
vi.mock('next/cache', () => ({ revalidateTag: () => {} }));

const { db, payments, clientOf } = await openShop();
const { sql } = db;
await payments.sim.setWebhookUrls({ stripe: null, paypal: null });

const captures = vi.hoisted(() => ({ asked: 0 }));
vi.mock('@/lib/payments/paypal/orders', async (original) => {
  const orders = await original<typeof import('@/lib/payments/paypal/orders')>();
  return {
    ...orders,
    capturePayPalOrder: (...call: Parameters<typeof orders.capturePayPalOrder>) => {
      captures.asked += 1;
      return orders.capturePayPalOrder(...call);
    },
  };
});

const { createPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { payPalEventsSince } = await import('@/lib/payments/paypal/webhook');
const { takeEvent } = await import('@/lib/webhooks/take-event');
const { recordPaymentEvent } = await import('@/lib/payments/record-event');
const { reconcilePayments } = await import('@/lib/payments/reconcile');
const { verifyPayment } = await import('@/lib/payments/verify');

/** A PayPal payment of the last unit of a product, whose buyer is on PayPal's page. */
async function openOrder() {
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
  const request = { userId: user, locale: 'es' as const, provider: 'paypal' as const, reference: order.id };
  return { id, order: order.id, verify: async () => (await verifyPayment(clientOf(user), request)).estado };
}

/** Approves an order whose next capture PayPal refuses with this issue. */
async function approveRefused(status: number, issue: string) {
  const opened = await openOrder();
  await payments.sim.paypal.approve(opened.order);
  await payments.sim.addFault({
    kind: 'fail',
    provider: 'paypal',
    method: 'POST',
    path: '/v2/checkout/orders/*/capture',
    status,
    error: { name: 'UNPROCESSABLE_ENTITY', message: 'refused', details: [{ issue }] },
    scope: { id: opened.order },
  });
  return opened;
}

/** PayPal's approval events of an order. */
async function approvalsOf(order: string) {
  const events = [];
  for await (const page of payPalEventsSince(new Date(Date.now() - 60_000))) events.push(...page);
  return events.filter(({ type, payload }) => {
    const { resource } = payload as { resource: { id: string } };
    return type === 'CHECKOUT.ORDER.APPROVED' && resource.id === order;
  });
}

/** Writes an event down as a webhook does, without what follows from it. */
const recordOnly = ({ id, type, payload }: Awaited<ReturnType<typeof approvalsOf>>[number]) =>
  db.callService('registrar_evento', {
    p_proveedor: 'paypal',
    p_evento_id: id,
    p_tipo: type,
    p_payload: sql.json(payload as never),
  });

const holds = (id: string) => sql`select 1 from reservas where pago_id = ${id}`;
const stateOf = async (id: string) => (await sql`select estado from pagos where id = ${id}`)[0]?.estado;

test.each([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'COMPLIANCE_VIOLATION',
  'PAYEE_BLOCKED_TRANSACTION',
])('a capture refused with %s fails, releases its hold, and is not retried without the buyer', async (issue) => {
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
])('%i %s leaves the capture unknown, and the job retries it', { tags: 'nightly' }, async (status, issue) => {
  const { id, verify } = await approveRefused(status, issue);
  expect(await verify()).toBe('sin_respuesta');
  expect(await holds(id)).toHaveLength(1);
  await reconcilePayments();
  expect(await stateOf(id)).toBe('entregado');
});

test('a late approval event after a declined capture captures nothing, nor does a reload', async () => {
  const { id, order, verify } = await approveRefused(422, 'INSTRUMENT_DECLINED');
  expect(await verify()).toBe('fallido');
  const asked = captures.asked;
  // PayPal sends an event seconds after its cause, and repeats it with the same id.
  const [approval] = await approvalsOf(order);
  if (!approval) throw new Error('PayPal has told of no approval');
  const create_time = new Date(Date.now() + 3000).toISOString();
  await takeEvent('paypal', { ...approval, payload: { ...approval.payload, create_time } });
  await sql`update eventos_proveedor set procesado_at = null where evento_id = ${approval.id}`;
  await takeEvent('paypal', approval);
  await verify();
  expect([await stateOf(id), await holds(id), captures.asked]).toEqual(['fallido', [], asked]);
});

test('an order approved twice before its decline is not captured again', async () => {
  const { id, order, verify } = await openOrder();
  await payments.sim.paypal.approve(order);
  await payments.sim.paypal.approve(order, { funding: 'declined' });
  expect(await verify()).toBe('fallido');
  const asked = captures.asked;
  for (const approval of await approvalsOf(order)) await takeEvent('paypal', approval);
  expect([await stateOf(id), captures.asked]).toEqual(['fallido', asked]);
});

test('a buyer who selects another funding source is captured at once, even with a late webhook', async () => {
  const { id, order, verify } = await openOrder();
  await payments.sim.paypal.approve(order, { funding: 'declined' });
  expect(await verify()).toBe('fallido');
  await payments.sim.paypal.approve(order, { funding: 'declined' });
  expect(await verify()).toBe('fallido');
  await payments.sim.paypal.approve(order);
  expect(await verify()).toBe('entregado');
  const asked = captures.asked;
  for (const approval of await approvalsOf(order)) await takeEvent('paypal', approval);
  expect([await stateOf(id), captures.asked]).toEqual(['entregado', asked]);
});

test('a second approval with a webhook 40 minutes late is captured on arrival', async () => {
  const { id, order, verify } = await openOrder();
  await payments.sim.paypal.approve(order, { funding: 'declined' });
  expect(await verify()).toBe('fallido');
  await payments.sim.paypal.approve(order);
  await sql`update pagos set created_at = created_at - interval '40 minutes', caduca_at = caduca_at - interval '40 minutes'
    where id = ${id}`;
  const [second] = await approvalsOf(order);
  if (!second) throw new Error('PayPal has told of no approval');
  await takeEvent('paypal', second);
  expect(await stateOf(id)).toBe('entregado');
});

test('an approval known before the preceding decline is captured by the job', async () => {
  const { id, order } = await openOrder();
  await payments.sim.paypal.approve(order, { funding: 'declined' });
  for (const first of await approvalsOf(order)) await recordOnly(first);
  // The charge is declined, but the shop stops before it has recorded that.
  const charge = { p_proveedor: 'paypal', p_referencia: order, p_importe_centimos: 1080, p_moneda: 'EUR' };
  expect(await db.callService('motivo_no_cobro', charge)).toMatchObject({ ok: true, rechazos: 0 });
  await payments.sim.paypal.approve(order);
  const [second] = await approvalsOf(order);
  if (second) await recordOnly(second);
  const decline = { p_proveedor: 'paypal', p_referencia: order, p_estado: 'fallido', p_rechazos: 0 };
  await db.callService('cerrar_pago', decline);
  expect(await stateOf(id)).toBe('fallido');
  await reconcilePayments();
  expect(await stateOf(id)).toBe('entregado');
});

test('a late decline does not close a payment reopened by a newer approval', async () => {
  const { id, order, verify } = await openOrder();
  await payments.sim.paypal.approve(order, { funding: 'declined' });
  expect(await verify()).toBe('fallido');
  await payments.sim.paypal.approve(order);
  for (const approval of await approvalsOf(order)) await recordOnly(approval);
  const charge = { p_proveedor: 'paypal', p_referencia: order, p_importe_centimos: 1080, p_moneda: 'EUR' };
  expect(await db.callService('motivo_no_cobro', charge)).toMatchObject({ ok: true, rechazos: 1 });
  await recordPaymentEvent({
    kind: 'closed',
    provider: 'paypal',
    reference: order,
    paymentId: null,
    state: 'fallido',
    declines: 0,
  });
  expect([await stateOf(id), (await holds(id)).length]).toEqual(['creado', 1]);
  expect(await verify()).toBe('entregado');
});
