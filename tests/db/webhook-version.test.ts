import { checkout, keys } from '@unstore/payment-simulator/testing';
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

// Mocks Next.js's work after the response.
vi.mock('next/server', () => ({ after: () => undefined }));

const { db, payments } = await openShop();
const { sql } = db;
const { POST } = await import('@/app/api/webhooks/stripe/route');
const { catchUpEvents } = await import('@/lib/webhooks/catch-up');

/** Hands an event to the shop's own webhook, signed. */
async function hand(event: object): Promise<[status: number, body: unknown]> {
  const payload = JSON.stringify(event);
  const stripe = new Stripe(keys.stripeSecretKey);
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: keys.stripeWebhookSecret });
  const answer = await POST(
    new Request('http://localhost:1/api/webhooks/stripe', {
      method: 'POST',
      body: payload,
      headers: { 'stripe-signature': signature },
    }),
  );
  return [answer.status, await answer.json()];
}

/** An expired purchase whose webhook has this version and is refused by the shop. */
async function expiredIn(version: string) {
  const [user, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const made = await createPayment(db, user, { producto: await createProduct(sql) });
  const metadata = { pago_id: String(made.pago_id) };
  const session = await payments.stripe.checkout.sessions.create(
    checkout({ metadata, payment_intent_data: { metadata } }),
  );
  const link = { p_pago: made.pago_id, p_proveedor: 'stripe', p_referencia: session.id };
  await db.callService('vincular_pago', link);
  payments.shop.status = 400;
  await payments.sim.addFault({ kind: 'version', provider: 'stripe', version, times: 5, scope: { id: session.id } });
  await payments.sim.stripe.expire(session.id);
  const [event] = await payments.sim.events({ type: 'checkout.session.expired', id: session.id });
  if (!event) throw new Error('Stripe has sent nothing');
  return {
    event: event.body,
    admin,
    state: async () => (await sql`select estado from pagos where id = ${metadata.pago_id}`)[0]?.estado,
  };
}

test.each(['2020-08-27', '2027-05-01.future'])(
  'an event of the API version %s is refused, reported to the admins, and fetched by the job',
  async (version) => {
    const { event, admin, state } = await expiredIn(version);
    expect(event.api_version).toBe(version);
    for (let time = 0; time < 2; time += 1) {
      expect(await hand(event)).toEqual([400, { error: 'version_no_valida' }]);
    }
    expect(await state()).toBe('creado');
    const cases = await sql`select datos from casos_admin
      where tipo = 'webhook_de_otra_version' and datos ->> 'recibida' = ${version}`;
    expect(cases).toEqual([{ datos: { recibida: version, esperada: Stripe.API_VERSION, evento: String(event.id) } }]);
    expect(await sql`select 1 from correos where user_id = ${admin} and plantilla = 'caso'`).toHaveLength(1);
    expect(await sql`select 1 from eventos_proveedor where evento_id = ${String(event.id)}`).toHaveLength(0);
    await catchUpEvents();
    expect(await state()).toBe('caducado');
  },
);

test('an event of the pinned package’s version is accepted', async () => {
  const { event, state } = await expiredIn(Stripe.API_VERSION);
  expect(await hand(event)).toEqual([200, { received: true }]);
  expect(await state()).toBe('caducado');
});
