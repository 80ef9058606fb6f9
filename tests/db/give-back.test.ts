import type Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import type { Locale } from '@/lib/core/i18n/locales';
import { createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Mocks Next.js's request context: the caller, and work after the response.
const request = vi.hoisted(() => ({ client: undefined as unknown }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => request.client,
  createPublicClient: () => request.client,
}));
vi.mock('next/server', () => ({ after: () => undefined }));
vi.mock('next/cache', () => ({
  revalidateTag: () => undefined,
  cacheTag: () => undefined,
  cacheLife: () => undefined,
}));

const { db, payments, clientOf } = await openShop();
const { sql } = db;
const provider = payments.sim;
const { startPayment } = await import('@/lib/checkout/start-payment');
const { releaseHolds } = await import('@/lib/checkout/close-pages');
const { verifyPayment } = await import('@/lib/payments/verify');
const { reconcilePayments } = await import('@/lib/payments/reconcile');
const { finishRefunds } = await import('@/lib/payments/refunds');
const { readStripeEvent } = await import('@/lib/payments/stripe/events');
const { takePaymentEvent } = await import('@/lib/payments/take-payment-event');

let user: string;
let producto: string;
let slug: string;

beforeEach(async () => {
  user = await createUser(sql);
  producto = await createProduct(sql, { unidades: 1 });
  slug = String((await sql`select slug from productos where id = ${producto}`)[0]?.slug);
  await provider.clearFaults();
});

const signInAs = (person: string) => {
  request.client = clientOf(person);
};

async function start(
  method: 'tarjeta' | 'paypal',
  change: { locale?: Locale; minecraftName?: string; intento?: string } = {},
) {
  signInAs(user);
  const purchase = {
    producto: slug,
    edicion: null,
    bundle: null,
    cupon: null,
    destinatario: null,
    mensaje: null,
    fechaEntrega: null,
    correoRegalo: null,
  };
  return startPayment(
    { id: user, email: 'ana@gmail.com', locale: change.locale ?? 'es' },
    {
      ...purchase,
      minecraftName: change.minecraftName ?? 'jugador_1',
      consentimiento: consentVersion,
      procedencia: null,
      total: null,
      intento: change.intento ?? crypto.randomUUID(),
    },
    method,
  );
}

async function open(method: 'tarjeta' | 'paypal', change = {}): Promise<string> {
  const started = await start(method, change);
  if (!started.ok) throw new Error(started.error);
  return started.value.id;
}

const verify = (proveedor: 'stripe' | 'paypal', reference: string) =>
  verifyPayment(clientOf(user), { userId: user, locale: 'es', provider: proveedor, reference });
const states = async () =>
  (await sql`select estado from pagos where user_id = ${user} order by created_at`).map(({ estado }) => estado);
const mailsOf = async (person: string) =>
  (await sql`select plantilla from correos where user_id = ${person} order by id`).map(({ plantilla }) => plantilla);
const refundsAt = async (reference: string) =>
  (await provider.events({ type: 'charge.refunded', id: reference })).length;
const holds = () => sql`select pago_id from reservas where producto_id = ${producto} and hasta > now()`;
const soldOut = () => sql`update productos set unidades = 0 where id = ${producto}`;

describe('a card payment for an unavailable product', () => {
  test('is refunded once, even if it is reported repeatedly', async () => {
    const session = await open('tarjeta');
    await soldOut();
    await provider.stripe.pay(session);
    const said = await Promise.all([verify('stripe', session), verify('stripe', session), verify('stripe', session)]);
    expect(said.map(({ reason }) => reason)).toEqual(['sin_stock', 'sin_stock', 'sin_stock']);
    expect(await verify('stripe', session)).toMatchObject({ estado: 'reembolsado', reason: 'sin_stock' });
    const [payment] = await sql`select id, total_centimos from pagos where referencia = ${session}`;
    const again = { kind: 'paid', provider: 'stripe', reference: session, paymentId: payment?.id } as const;
    await takePaymentEvent({ ...again, amountCents: Number(payment?.total_centimos), currency: 'eur' });
    await reconcilePayments();
    await finishRefunds();
    expect(await refundsAt(session)).toBe(1);
    expect(await sql`select estado from reembolsos where pago_id = ${payment?.id}`).toEqual([{ estado: 'hecho' }]);
    expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(0);
  });

  test('is refunded by the maintenance job if the provider does not respond', { tags: 'nightly' }, async () => {
    const session = await open('tarjeta');
    await soldOut();
    await provider.stripe.pay(session);
    const fault = { kind: 'fail', provider: 'stripe', path: '/v1/refunds', mode: 'disconnect' } as const;
    const { id } = await provider.addFault({ ...fault, times: 100 });
    expect(await verify('stripe', session)).toMatchObject({ estado: 'pagado', reason: 'sin_stock' });
    // Restocking does not turn an ordered refund into a delivery.
    await sql`update productos set unidades = 3, stock = true where id = ${producto}`;
    await reconcilePayments();
    expect(await states()).toEqual(['pagado']);
    await provider.removeFault(id);
    await finishRefunds();
    expect(await verify('stripe', session)).toMatchObject({ estado: 'reembolsado', reason: 'sin_stock' });
    expect(await refundsAt(session)).toBe(1);
  });
});

test.each([
  ['cuenta_baneada', { banned_until: '2999-01-01' }],
  ['cuenta_deshabilitada', { reputacion: 'deshabilitado' }],
  ['cuenta_borrada', { borrada_at: '2026-01-01' }],
])('a card payment of an account closed in the meantime (%s) is refunded', async (reason, closed) => {
  const session = await open('tarjeta');
  await provider.stripe.pay(session);
  await sql`update usuarios_meta set ${sql(closed)} where id = ${user}`;
  const [payment] = await sql`select id, total_centimos from pagos where referencia = ${session}`;
  const paid = { kind: 'paid', provider: 'stripe', reference: session, paymentId: payment?.id } as const;
  await takePaymentEvent({ ...paid, amountCents: Number(payment?.total_centimos), currency: 'eur' });
  await finishRefunds();
  expect(await sql`select estado, motivo_no_entregado from pagos where user_id = ${user}`).toEqual([
    { estado: 'reembolsado', motivo_no_entregado: reason },
  ]);
  expect(await refundsAt(session)).toBe(1);
  expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(0);
});

describe('PayPal', () => {
  test('is not captured for an unavailable product', async () => {
    const order = await open('paypal');
    await provider.paypal.approve(order);
    await soldOut();
    expect(await verify('paypal', order)).toMatchObject({ estado: 'caducado', reason: 'sin_stock' });
    expect(await provider.events({ type: 'PAYMENT.CAPTURE.COMPLETED', id: order })).toEqual([]);
    // The unit is available again, and the buyer returns: the approval is still valid.
    await sql`update productos set unidades = 1, stock = true where id = ${producto}`;
    expect(await verify('paypal', order)).toMatchObject({ estado: 'entregado', reason: null });
  });

  test('keeps a hold while a payment is in review, and releases it if denied', async () => {
    const order = await open('paypal');
    await provider.paypal.approve(order, { funding: 'pending' });
    expect(await verify('paypal', order)).toMatchObject({ estado: 'procesando', isSlow: true });
    expect(await holds()).toHaveLength(1);
    expect(await start('tarjeta')).toMatchObject({ ok: false, error: 'pago_en_camino' });
    await provider.paypal.settle(order, 'denied');
    await reconcilePayments();
    expect(await states()).toEqual(['fallido']);
    expect(await holds()).toHaveLength(0);
  });
});

describe('a bank debit', () => {
  test('that fails is found by polling if its event is lost, without a case', async () => {
    const session = await open('tarjeta');
    await provider.stripe.payLater(session);
    expect(await verify('stripe', session)).toMatchObject({ estado: 'procesando', isSlow: true });
    expect(await start('tarjeta')).toMatchObject({ ok: false, error: 'pago_en_camino' });
    expect(await holds()).toHaveLength(1);
    await sql`update pagos set created_at = now() - interval '2 hours' where user_id = ${user}`;
    await reconcilePayments();
    expect(await sql`select 1 from casos_admin c join pagos p on p.id = c.pago_id where p.user_id = ${user}`).toEqual(
      [],
    );
    await provider.stripe.settle(session, 'failed');
    await reconcilePayments();
    expect(await states()).toEqual(['fallido']);
    expect(await holds()).toHaveLength(0);
    await reconcilePayments();
    expect(await mailsOf(user)).toEqual(['pago_fallido']);
  });

  /** Processes an event of Stripe as the webhook does. */
  async function hear(type: string, session: string): Promise<void> {
    const [event] = await provider.events({ type, id: session });
    const said = await readStripeEvent(event?.body as unknown as Stripe.Event);
    if (said) await takePaymentEvent(said);
  }

  test('is delivered once, despite repeated and unordered events', async () => {
    const session = await open('tarjeta');
    await provider.stripe.payLater(session);
    await hear('checkout.session.completed', session);
    expect(await states()).toEqual(['creado']);
    await provider.stripe.settle(session, 'succeeded');
    await Promise.all([
      hear('checkout.session.async_payment_succeeded', session),
      hear('checkout.session.async_payment_succeeded', session),
      verify('stripe', session),
    ]);
    // The event of the finished page arrives last, and twice.
    await hear('checkout.session.completed', session);
    await hear('checkout.session.completed', session);
    expect(await states()).toEqual(['entregado']);
    expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(1);
    expect(await holds()).toHaveLength(0);
    expect(await mailsOf(user)).toEqual(['recibo']);
  });

  test('that fails releases its hold and sends one mail, and a late event changes nothing', async () => {
    const session = await open('tarjeta');
    await provider.stripe.payLater(session);
    await hear('checkout.session.completed', session);
    await provider.stripe.settle(session, 'failed');
    for (let time = 0; time < 2; time += 1) await hear('checkout.session.async_payment_failed', session);
    await hear('checkout.session.completed', session);
    expect(await states()).toEqual(['fallido']);
    expect(await holds()).toHaveLength(0);
    expect(await mailsOf(user)).toEqual(['pago_fallido']);
    // The unit is free for others, and for the same buyer.
    expect(await start('tarjeta')).toMatchObject({ ok: true });
  });

  test('that succeeds after the product is gone is refunded', async () => {
    const session = await open('tarjeta');
    await provider.stripe.payLater(session);
    await hear('checkout.session.completed', session);
    await sql`update reservas set hasta = now() - interval '1 minute' where producto_id = ${producto}`;
    await sql`update productos set unidades = 0, stock = false where id = ${producto}`;
    await provider.stripe.settle(session, 'succeeded');
    await hear('checkout.session.async_payment_succeeded', session);
    expect(await verify('stripe', session)).toMatchObject({ reason: 'sin_stock' });
    expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(0);
    expect(await refundsAt(session)).toBe(1);
  });

  test('keeps its hold by the event of the completed page alone', { tags: 'nightly' }, async () => {
    const session = await open('tarjeta');
    await provider.stripe.payLater(session);
    const [completed] = await provider.events({ type: 'checkout.session.completed', id: session });
    expect(await readStripeEvent(completed?.body as unknown as Stripe.Event)).toBeNull();
    const [hold] = await sql`select hasta > now() + interval '2 days' as long from reservas
      where producto_id = ${producto}`;
    expect(hold).toEqual({ long: true });
    await provider.stripe.settle(session, 'failed');
    const [failed] = await provider.events({ type: 'checkout.session.async_payment_failed', id: session });
    const news = await readStripeEvent(failed?.body as unknown as Stripe.Event);
    expect(news).toMatchObject({ kind: 'closed', state: 'fallido' });
    if (news) await takePaymentEvent(news);
    expect(await holds()).toHaveLength(0);
    // Late and unordered events change nothing.
    await readStripeEvent(completed?.body as unknown as Stripe.Event);
    expect([await states(), (await holds()).length]).toEqual([['fallido'], 0]);
  });

  test('that succeeds after its unit was sold is refunded', { tags: 'nightly' }, async () => {
    const session = await open('tarjeta');
    await provider.stripe.payLater(session);
    await verify('stripe', session);
    await sql`update reservas set hasta = now() - interval '1 second' where producto_id = ${producto}`;
    await soldOut();
    await provider.stripe.settle(session, 'succeeded');
    await reconcilePayments();
    expect(await states()).toEqual(['reembolsado']);
    expect(await refundsAt(session)).toBe(1);
  });
});

test.each([
  ['rejected', () => sql`update productos set status = 'rejected' where id = ${producto}`],
  ['delisted', () => sql`update productos set disponibilidad = false where id = ${producto}`],
  [
    'bought by a banned person',
    () => sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${user}`,
  ],
])('the Stripe page of a product that is %s is expired by the maintenance job', async (_what, change) => {
  const session = await open('tarjeta');
  await reconcilePayments();
  expect(await states()).toEqual(['creado']);
  await change();
  await reconcilePayments();
  expect(await states()).toEqual(['caducado']);
  expect(await holds()).toHaveLength(0);
  expect(await provider.stripe.pay(session)).toMatchObject({ outcome: 'closed' });
});

describe('an open payment page', { tags: 'nightly' }, () => {
  const ids = () => ({ producto, edicion: null, bundle: null, destinatario: null });

  test('whose response was lost can be opened in another language', async () => {
    const fault = { kind: 'fail', provider: 'stripe', path: '/v1/checkout/sessions', mode: 'disconnect' } as const;
    await provider.addFault({ ...fault, when: 'after', times: 3 });
    await expect(start('tarjeta')).rejects.toThrow();
    expect(await start('tarjeta', { locale: 'en' })).toMatchObject({ ok: true });
    expect(await states()).toEqual(['creado']);
  });

  test.each(['tarjeta', 'paypal'] as const)('of two tabs in two languages at once is one page (%s)', async (method) => {
    const [spanish, english] = await Promise.all([start(method), start(method, { locale: 'en' })]);
    expect(spanish).toMatchObject({ ok: true });
    expect(english).toEqual(spanish);
    expect(await states()).toEqual(['creado']);
    expect(await holds()).toHaveLength(1);
  });

  test('that Stripe failed to create is replaced, and its hold is released', async () => {
    const fault = { kind: 'fail', provider: 'stripe', path: '/v1/checkout/sessions', when: 'after' } as const;
    await provider.addFault({ ...fault, status: 500 });
    await expect(start('tarjeta')).rejects.toThrow();
    expect(await start('tarjeta')).toMatchObject({ ok: true });
    expect(await states()).toEqual(['fallido', 'creado']);
    expect(await holds()).toHaveLength(1);
  });

  test('is expired by the next one, by card and by PayPal', async () => {
    const first = await open('tarjeta');
    const order = await open('paypal');
    expect(await states()).toEqual(['caducado', 'creado']);
    const last = await open('tarjeta', { minecraftName: 'otro_nombre' });
    expect(await states()).toEqual(['caducado', 'caducado', 'creado']);
    expect(last).not.toBe(first);
    expect(await holds()).toHaveLength(1);
    // The abandoned order is approved all the same: the first payment is delivered, the other page is not charged.
    await provider.paypal.approve(order);
    expect(await verify('paypal', order)).toMatchObject({ estado: 'entregado' });
    await provider.stripe.pay(last);
    expect(await verify('stripe', last)).toMatchObject({ estado: 'reembolsado', reason: 'ya_lo_tienes' });
  });

  test('releases the last unit if its buyer cancels, and stays open without a hold', async () => {
    await open('tarjeta');
    await releaseHolds(user, ids());
    expect(await states()).toEqual(['caducado']);
    expect(await holds()).toHaveLength(0);
    await sql`update productos set unidades = null where id = ${producto}`;
    await open('tarjeta');
    await releaseHolds(user, ids());
    expect(await states()).toEqual(['caducado', 'creado']);
  });
});

test.each(['heard of', 'unheard'])(
  'starting a paid pack of coins (%s) again leads to its result',
  { tags: 'nightly' },
  async (news) => {
    producto = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
    slug = String((await sql`select slug from productos where id = ${producto}`)[0]?.slug);
    const intento = crypto.randomUUID();
    const session = await open('tarjeta', { intento });
    await provider.stripe.pay(session);
    if (news === 'heard of') await verify('stripe', session);
    expect(await start('tarjeta', { intento })).toMatchObject({
      ok: true,
      value: { url: `/success?session_id=${session}` },
    });
    expect(await states()).toEqual(['entregado']);
    // From another page it is another one.
    expect(await open('tarjeta')).not.toBe(session);
  },
);
