/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Mocks Next.js's request context: revalidated pages, and mails after the response.
vi.mock('next/server', () => ({ after: () => {} }));
vi.mock('next/cache', () => ({ revalidateTag: () => {} }));

// The providers send their webhooks to a shop that is lost; this database is its restored backup.
const { db, payments } = await openShop();
const { sql } = db;
const { catchUpEvents } = await import('@/lib/webhooks/catch-up');
const { createCardSession } = await import('@/lib/payments/stripe/sessions');
const { createPayPalOrder, capturePayPalOrder } = await import('@/lib/payments/paypal/orders');
const { reconcilePayments } = await import('@/lib/payments/reconcile');

type Payment = { paymentId: string; userId: string; totalCents: number };
const page = { name: 'Algo', locale: 'es' as const, onlyCard: false, cancelUrl: 'http://localhost:1/checkout' };

async function payByCard(payment: Payment): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const urls = { successUrl: 'http://localhost:1/success', email: undefined, description: null, expiresAt };
  const { id } = await createCardSession({ ...payment, ...page, ...urls });
  await payments.sim.stripe.pay(id);
  return id;
}

async function payByPayPal(payment: Payment): Promise<string> {
  const { id } = await createPayPalOrder({ ...payment, ...page, returnUrl: 'http://localhost:1/paypal-success' });
  await payments.sim.paypal.approve(id);
  await capturePayPalOrder(id);
  return id;
}

/** A payment that the backup has, delivered. */
async function createKnown(metodo: 'tarjeta' | 'paypal') {
  const userId = await createUser(sql);
  const answer = await createPayment(db, userId, { producto: await createProduct(sql), metodo });
  const payment = { paymentId: String(answer.pago_id), userId, totalCents: Number(answer.total_centimos) };
  const reference = await (metodo === 'tarjeta' ? payByCard : payByPayPal)(payment);
  const p_proveedor = metodo === 'tarjeta' ? 'stripe' : 'paypal';
  await db.callService('vincular_pago', { p_pago: payment.paymentId, p_proveedor, p_referencia: reference });
  return { id: payment.paymentId, reference };
}

const allArrived = async () =>
  expect
    .poll(async () => {
      const deliveries = (await payments.sim.events()).flatMap((event) => event.deliveries);
      return deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered');
    })
    .toBe(true);

test('a restored shop fetches the provider events since its backup', async () => {
  const [byCard, byPayPal] = [await createKnown('tarjeta'), await createKnown('paypal')];
  await reconcilePayments();
  const [{ now } = {}] = await sql`select clock_timestamp() as now`;

  await payments.sim.stripe.refund(byCard.reference, 400);
  await payments.sim.paypal.dispute(byPayPal.reference, {
    stage: 'CHARGEBACK',
    amount: { currency_code: 'EUR', value: '8.00' },
  });
  const lost = () => ({ paymentId: randomUUID(), userId: randomUUID(), totalCents: 1_000 });
  const references = [await payByCard(lost()), await payByPayPal(lost())];
  await allArrived();

  const heard = async () => ({
    refunds: (await sql`select centimos from reembolsos where pago_id = ${byCard.id}`).map(({ centimos }) => centimos),
    states: (await sql`select estado from pagos where id in (${byCard.id}, ${byPayPal.id}) order by estado`).map(
      ({ estado }) => estado,
    ),
    unknown: (
      await sql`select count(*)::int as count from casos_admin where tipo = 'pago_desconocido'
      and clave ~ ${references.join('|')}`
    )[0]?.count,
  });
  const before = { refunds: [], states: ['entregado', 'entregado'], unknown: 0 };
  await catchUpEvents();
  expect(await heard()).toEqual(before);

  await sql`insert into restauraciones (copia_at) values (${now})`;
  expect(await catchUpEvents()).toBeGreaterThan(3);
  expect(await heard()).toEqual({ refunds: [400], states: ['en_disputa', 'entregado'], unknown: 2 });
  expect(await sql`select 1 from restauraciones where repasada_at is not null`).toHaveLength(1);
  expect(await catchUpEvents()).toBe(0);
});
