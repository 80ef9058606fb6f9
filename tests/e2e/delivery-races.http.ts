import { expect } from '@playwright/test';
import postgres from 'postgres';
import { startCardPayment } from './support/buying.ts';
import { database } from './support/database.ts';
import { type Shop, test } from './support/http.ts';
import { callJob } from './support/job.ts';
import { findMail, listMails } from './support/mailbox.ts';
import { createPerson, type Person } from './support/people.ts';
import { booksOf, boughtOnce, buyerData, provider, signWebhook } from './support/shopping.ts';

type Event = { id: string; body: Record<string, unknown> };

/** Pays at the provider without an event for the shop. */
async function payUnheard(shop: Shop, person: Person, slug: string) {
  const session = await startCardPayment(shop, slug);
  await provider().addFault({ kind: 'drop', times: 20, scope: { id: session } });
  await provider().stripe.pay(session);
  const [completed] = await provider().events({ type: 'checkout.session.completed', id: session });
  if (!completed) throw new Error('the provider has sent nothing');
  expect(await booksOf(person)).toMatchObject({ payments: ['creado'], orders: 0 });
  return { session, completed };
}

async function sendWebhook(event: Event, id = event.id): Promise<number> {
  const body = JSON.stringify({ ...event.body, id });
  const answer = await fetch(`${process.env.SITE_URL}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signWebhook(body) },
  });
  return answer.status;
}

test('100 concurrent confirmations of one payment create one order, one sale and one mail', async ({
  enter,
  jobRests: _,
}) => {
  const person = await createPerson();
  const shop = await enter(person);
  const { session, completed } = await payUnheard(shop, person, 'domador');
  const [payment] = await database()`select total_centimos from pagos where referencia = ${session}`;
  const direct = postgres(process.env.DATABASE_URL ?? '', { max: 30, onnotice: () => {} });
  const deliver = () =>
    direct`select entregar_pago('stripe', ${session}, ${payment?.total_centimos}, 'EUR') ->> 'estado' as estado`.then(
      ([row]) => row?.estado,
    );
  const verify = async () => {
    const answer = await shop.get(`/api/verificar-pago?session_id=${session}`);
    return (await answer.json()).estado;
  };
  const heard = async (number: number) => {
    const status = await sendWebhook(completed, number % 2 === 0 ? completed.id : `${completed.id}_${number}`);
    return status === 200 ? 'entregado' : status;
  };
  const ways = [deliver, verify, heard];
  const answers = await Promise.all(Array.from({ length: 100 }, (_, number) => ways[number % 3]?.(number)));
  await direct.end();
  expect(new Set(answers)).toEqual(new Set(['entregado']));
  expect(await booksOf(person)).toEqual(boughtOnce);

  // A direct delivery may have been the first: its mail waits for the maintenance job, and is not sent twice.
  expect(await Promise.all([callJob(), callJob(), callJob()])).toEqual([200, 200, 200]);
  await findMail(person.email, /Domador/);
  expect(await listMails(person.email)).toHaveLength(1);

  const [share] = await database()`
    select sum(m.centimos)::int as centimos from movimientos_ingresos m join adquisiciones a on a.id = m.adquisicion_id
    where a.user_id = ${person.id}`;
  expect(share?.centimos).toBe(Math.round(payment?.total_centimos * 0.2));
  const [events] = await database()`
    select count(*)::int as seen, count(procesado_at)::int as done from eventos_proveedor where evento_id like ${`${completed.id}%`}`;
  expect(events?.done).toBe(events?.seen);
});

test('repeated, late and out-of-order events do not change a refunded payment', async ({ enter, jobRests: _ }) => {
  const person = await createPerson();
  const { session, completed } = await payUnheard(await enter(person), person, 'domador');
  await provider().stripe.refund(session);
  const [refunded] = await provider().events({ type: 'charge.refunded', id: session });
  if (!refunded) throw new Error('the provider has sent no refund');
  expect(await sendWebhook(refunded)).toBe(200);
  expect(await sendWebhook(completed)).toBe(200);
  const [expired] = [{ id: `${completed.id}_late`, body: { ...completed.body, type: 'checkout.session.expired' } }];
  expect(await sendWebhook(expired)).toBe(200);
  expect(await sendWebhook(refunded)).toBe(200);
  expect(await booksOf(person)).toEqual({ payments: ['reembolsado'], orders: 0, sales: 0, receipts: 0, cases: 0 });
});

test('a webhook with an invalid signature is refused and changes nothing', async ({ enter, jobRests: _ }) => {
  const person = await createPerson();
  const { completed } = await payUnheard(await enter(person), person, 'domador');
  const body = JSON.stringify(completed.body);
  for (const signature of ['', 't=1,v1=00', signWebhook(`${body} `)]) {
    const answer = await fetch(`${process.env.SITE_URL}/api/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature },
    });
    expect(answer.status).toBe(400);
  }
  expect(await booksOf(person)).toMatchObject({ payments: ['creado'], orders: 0 });
});

test('concurrent presses of the pay button create one payment', async ({ enter }) => {
  const person = await createPerson();
  const shop = await enter(person);
  const data = { producto: 'domador', ...buyerData, intento: crypto.randomUUID() };
  const press = async () => (await (await shop.post('/api/create-checkout-session', { data })).json()).id;
  const ids = await Promise.all(Array.from({ length: 10 }, press));
  expect(ids[0]).toMatch(/^cs_/);
  expect(new Set(ids).size).toBe(1);
  expect(await booksOf(person)).toMatchObject({ payments: ['creado'] });
});
