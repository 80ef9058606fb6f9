import { randomUUID } from 'node:crypto';
import { paypalFor } from '@unstore/payment-simulator/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { buy, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

const { db, payments: all } = await openShop();
const { sql } = db;
const { finishPayouts, followPayout } = await import('@/lib/payments/payouts');
const { readPayPalEvent } = await import('@/lib/payments/paypal/events');
const paypal = await paypalFor(all.url);

await sql`update configuracion_global set dias_retencion = 0`;

/** A withdrawal of 10 euros that an admin has approved; the creator has 10 euros more. */
async function approved(receiver = `${randomUUID().slice(0, 8)}@paypal.example`) {
  const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const producto = await createProduct(sql, { usuario_id: creator, precio: 100 });
  await buy(db, await createUser(sql), { producto });
  const asked = await db.callAs(creator, 'pedir_retiro', {
    p_paypal_email: receiver,
    p_centimos: 1000,
    p_clave: randomUUID(),
  });
  const id = String(asked.retiro_id);
  expect(await db.callAs(admin, 'resolver_retiro', { p_retiro: id, p_aprobar: true, p_motivo: null })).toMatchObject({
    ok: true,
  });
  return { id, creator, admin, receiver };
}
type Approved = Awaited<ReturnType<typeof approved>>;

const stateOf = async ({ id }: Approved) => (await sql`select estado, lote from withdrawals where id = ${id}`)[0];
const total = async ({ creator }: Approved) =>
  (await sql`select sum(centimos)::int as cents from movimientos_ingresos where usuario_id = ${creator}`)[0]?.cents;
const casesOf = async ({ id }: Approved) =>
  (await sql`select tipo from casos_admin where datos ->> 'retiro_id' = ${id} and not resuelto order by id`).map(
    ({ tipo }) => tipo,
  );
/** Payouts sent by PayPal for a withdrawal, whatever the shop's state. */
const sentTo = async (receiver: string) =>
  (await all.sim.events({ type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED' })).filter((event) =>
    JSON.stringify(event.body).includes(receiver),
  ).length;
const loseAnswer = (receiver: string) =>
  all.sim.addFault({
    kind: 'fail',
    provider: 'paypal',
    method: 'POST',
    path: '/v1/payments/payouts',
    when: 'after',
    mode: 'disconnect',
    scope: { id: receiver },
  });
const refuse = (receiver: string, status: number, name: string, issue?: string) =>
  all.sim.addFault({
    kind: 'fail',
    provider: 'paypal',
    method: 'POST',
    path: '/v1/payments/payouts',
    status,
    error: { name, message: name, details: issue ? [{ issue }] : [], links: [] },
    scope: { id: receiver },
  });
/** Takes in an event of PayPal, as its webhook brings it. */
const hear = async (type: string, about: string) => {
  const [event] = (await all.sim.events({ type })).filter(({ body }) => JSON.stringify(body).includes(about));
  if (!event) throw new Error(`PayPal has sent no ${type}`);
  const news = await readPayPalEvent(event.body as Parameters<typeof readPayPalEvent>[0]);
  if (news?.kind !== 'payout') throw new Error(`${type} is no news of a payout`);
  await followPayout(news.withdrawalId, news.batchId);
};

/** The next runs of the job end it: PayPal has paid, once, and the shop has counted that once. */
const expectPaidOnce = async (withdrawal: Approved) => {
  await finishPayouts();
  await all.sim.idle({ id: withdrawal.id });
  await finishPayouts();
  expect(await stateOf(withdrawal)).toMatchObject({ estado: 'pagado' });
  expect([await total(withdrawal), await sentTo(withdrawal.receiver)]).toEqual([1000, 1]);
};

beforeEach(() => all.sim.clearFaults());

describe('a payout with a lost response', () => {
  test.each([
    [422, 'INSUFFICIENT_FUNDS'],
    [400, 'VALIDATION_ERROR'],
    [403, 'AUTHORIZATION_ERROR'],
  ])('stays unknown after a %i %s on the next attempt and is paid once', { tags: 'nightly' }, async (status, name) => {
    const withdrawal = await approved();
    await loseAnswer(withdrawal.receiver);
    await finishPayouts();
    await refuse(withdrawal.receiver, status, name);
    await finishPayouts();
    expect(await stateOf(withdrawal)).toEqual({ estado: 'en_proceso', lote: null });
    expect(await total(withdrawal)).toBe(1000);
    await expectPaidOnce(withdrawal);
  });

  test('is found by the batch id once PayPal has forgotten the request', { tags: 'nightly' }, async () => {
    const withdrawal = await approved();
    await loseAnswer(withdrawal.receiver);
    await finishPayouts();
    await all.sim.paypal.forgetRequests();
    await expectPaidOnce(withdrawal);
  });
});

test('a payout refused on the first attempt returns to the balance, once', async () => {
  const withdrawal = await approved();
  await refuse(withdrawal.receiver, 422, 'INSUFFICIENT_FUNDS');
  await finishPayouts();
  await finishPayouts();
  expect(await stateOf(withdrawal)).toMatchObject({ estado: 'fallido' });
  expect(await total(withdrawal)).toBe(2000);
});

test('a duplicate batch without an id is not a refusal, even on the first attempt, and is paid once', async () => {
  const withdrawal = await approved();
  const issue = 'Batch with given sender_batch_id already exists';
  await refuse(withdrawal.receiver, 400, 'USER_BUSINESS_ERROR', issue);
  await finishPayouts();
  expect(await stateOf(withdrawal)).toEqual({ estado: 'en_proceso', lote: null });
  expect(await total(withdrawal)).toBe(1000);
  await expectPaidOnce(withdrawal);
});

test('a denied batch ends the withdrawal, and its money returns once', async () => {
  const withdrawal = await approved(`denied+${randomUUID().slice(0, 8)}@paypal.example`);
  await finishPayouts();
  await all.sim.idle({ id: withdrawal.id });
  for (let time = 0; time < 2; time += 1) await hear('PAYMENT.PAYOUTSBATCH.DENIED', withdrawal.id);
  expect(await stateOf(withdrawal)).toMatchObject({ estado: 'fallido' });
  expect(await total(withdrawal)).toBe(2000);
  await finishPayouts();
  expect(await total(withdrawal)).toBe(2000);
});

test('a denied batch with a lost webhook is found by the job', async () => {
  const withdrawal = await approved(`denied+${randomUUID().slice(0, 8)}@paypal.example`);
  await finishPayouts();
  await all.sim.idle({ id: withdrawal.id });
  await finishPayouts();
  expect([(await stateOf(withdrawal))?.estado, await total(withdrawal)]).toEqual(['fallido', 2000]);
});

test('a payout that failed and then succeeded creates a debt and a case', async () => {
  const withdrawal = await approved(`failed+${randomUUID().slice(0, 8)}@paypal.example`);
  await finishPayouts();
  await all.sim.idle({ id: withdrawal.id });
  await finishPayouts();
  expect([(await stateOf(withdrawal))?.estado, await total(withdrawal)]).toEqual(['fallido', 2000]);
  // The creator withdraws everything before PayPal reports the success.
  await db.callAs(withdrawal.creator, 'pedir_retiro', {
    p_paypal_email: 'otra@paypal.example',
    p_centimos: 2000,
    p_clave: randomUUID(),
  });
  await all.sim.paypal.setPayoutItem(withdrawal.id, 'SUCCESS');
  for (let time = 0; time < 2; time += 1) await hear('PAYMENT.PAYOUTS-ITEM.SUCCEEDED', withdrawal.receiver);
  expect([(await stateOf(withdrawal))?.estado, await total(withdrawal)]).toEqual(['pagado', -1000]);
  expect(await casesOf(withdrawal)).toEqual(['retiro_pagado_tras_fallo']);
});

test.each([
  ['RETURNED', 'fallido', 2000],
  ['REFUNDED', 'fallido', 2000],
  ['REVERSED', 'fallido', 2000],
  ['BLOCKED', 'fallido', 2000],
  ['UNCLAIMED', 'en_proceso', 1000],
] as const)(
  '%s after SUCCESS is found by the job without a webhook and opens a case',
  { tags: 'nightly' },
  async (status, estado, cents) => {
    const withdrawal = await approved();
    await finishPayouts();
    await all.sim.idle({ id: withdrawal.id });
    await finishPayouts();
    expect([(await stateOf(withdrawal))?.estado, await total(withdrawal)]).toEqual(['pagado', 1000]);
    await all.sim.addFault({ kind: 'drop', scope: { id: withdrawal.id } });
    await all.sim.paypal.setPayoutItem(withdrawal.id, status);
    await sql`update withdrawals set preguntado_at = now() - interval '2 days' where id = ${withdrawal.id}`;
    await finishPayouts();
    expect([(await stateOf(withdrawal))?.estado, await total(withdrawal)]).toEqual([estado, cents]);
    expect(await casesOf(withdrawal)).toEqual(['retiro_devuelto_tras_pago']);
  },
);

test('the simulator returns the batch of a repeated sender_batch_id as PayPal does', async () => {
  const withdrawal = await approved();
  await finishPayouts();
  const again = await paypal('POST', '/v1/payments/payouts', {
    sender_batch_header: { sender_batch_id: withdrawal.id },
    items: [{ recipient_type: 'EMAIL', amount: { value: '10.00', currency: 'EUR' }, receiver: withdrawal.receiver }],
  });
  expect([again.status, again.body.links]).toEqual([400, []]);
  expect(again.body.details[0].link[0].href).toContain((await stateOf(withdrawal))?.lote);
});
