import { keys } from '@unstore/payment-simulator/testing';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { cardInput } from './inputs.ts';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
const { pageProvider } = await import('@/lib/payments/providers');
const { stripe } = await import('@/lib/payments/stripe/client');
const { readStripeEvent } = await import('@/lib/payments/stripe/events');
const { refundCardPayment } = await import('@/lib/payments/stripe/refunds');
const { closeSession, createCardSession } = await import('@/lib/payments/stripe/sessions');
const { verifyStripeWebhook } = await import('@/lib/payments/stripe/webhook');

/** Opens a session as the shop does, for a payment of its own. */
async function openSession() {
  const input = cardInput({ totalCents: 699 });
  const session = await createCardSession(input);
  const { paymentId } = input;
  return { paymentId, session, payment: { provider: 'stripe', reference: session.id, paymentId } };
}

async function newsOf(type: string, session: string): Promise<unknown> {
  const [event] = await all.sim.events({ type, id: session });
  if (!event) throw new Error(`the provider has sent no ${type}`);
  return readStripeEvent(event.body as unknown as Stripe.Event);
}

test('the same payment opens the same page for every request', async () => {
  const input = cardInput({ description: 'Deluxe' });
  const [first, second] = await Promise.all([createCardSession(input), createCardSession(input)]);
  expect(second.id).toBe(first.id);
});

test('the Dashboard determines the payment methods of a page, except that UnCoins are paid by card', async () => {
  const goods = await createCardSession(cardInput());
  expect(goods.payment_method_types).toEqual(['card', 'bizum', 'sepa_debit']);
  const pack = await createCardSession(cardInput({ onlyCard: true }));
  expect(pack.payment_method_types).toEqual(['card']);
  await expect(all.sim.stripe.payLater(pack.id)).rejects.toThrow('sepa_debit');
});

test('a charged card is reported as paid with its amount', async () => {
  const { session, payment } = await openSession();
  await all.sim.stripe.pay(session.id);
  expect(await newsOf('checkout.session.completed', session.id)).toEqual({
    ...payment,
    kind: 'paid',
    amountCents: 699,
    currency: 'eur',
    confirmedAt: expect.any(Date),
  });
});

test('an expired page is reported as closed', async () => {
  const { session, payment } = await openSession();
  await all.sim.stripe.expire(session.id);
  const closed = { ...payment, kind: 'closed', state: 'caducado' };
  expect(await newsOf('checkout.session.expired', session.id)).toEqual(closed);
});

const wholeStory = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'charge.refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
];

/** Reversals reported by every event of a session so far: all events yield the same. */
async function reversalsOf(session: string) {
  const sent = (await all.sim.events({ id: session })).filter(({ type }) => wholeStory.includes(type));
  const read = await Promise.all(sent.map(({ body }) => readStripeEvent(body as unknown as Stripe.Event)));
  for (const event of read) expect(event).toEqual(read[0]);
  return { types: sent.map(({ type }) => type), event: read[0] };
}

async function paidSession(card?: string) {
  const opened = await openSession();
  await all.sim.stripe.pay(opened.session.id, card ? { card } : {});
  return { ...opened, id: opened.session.id };
}

test('partial refunds are reported one by one, with ids', async () => {
  const { id, payment } = await paidSession();
  await all.sim.stripe.refund(id, 200);
  await all.sim.stripe.refund(id, 200);
  const { event } = await reversalsOf(id);
  const refund = { ownId: null, state: 'hecho', cents: 200, reason: null, problem: null, createdAt: expect.any(Date) };
  expect(event).toEqual({
    ...payment,
    kind: 'reversals',
    refunds: [
      { ...refund, id: expect.stringMatching(/^re_/) },
      { ...refund, id: expect.stringMatching(/^re_/) },
    ],
    disputes: [],
  });
  const ids = event?.kind === 'reversals' ? event.refunds.map((found) => found.id) : [];
  expect(new Set(ids).size).toBe(2);
});

test('a refund is reported as pending, done or failed', async () => {
  const { id } = await paidSession();
  await all.sim.stripe.refund(id, 699, { pending: true });
  expect((await reversalsOf(id)).event).toMatchObject({ refunds: [{ state: 'pendiente', cents: 699 }] });
  await all.sim.stripe.settleRefund(id, 'succeeded');
  expect((await reversalsOf(id)).event).toMatchObject({ refunds: [{ state: 'hecho' }] });
  await all.sim.stripe.settleRefund(id, 'failed');
  const { types, event } = await reversalsOf(id);
  expect(event).toMatchObject({ refunds: [{ state: 'fallido', problem: 'expired_or_canceled_card' }] });
  expect(types).toEqual(expect.arrayContaining(['charge.refunded', 'refund.failed', 'charge.refund.updated']));
  const [charge] = (
    await stripe().charges.list({
      payment_intent: String((await all.stripe.checkout.sessions.retrieve(id)).payment_intent),
    })
  ).data;
  expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
  // A refund to this card starts as pending, as with Stripe's own test card.
  const slow = await paidSession('4000000000007726');
  await all.sim.stripe.refund(slow.id);
  expect((await reversalsOf(slow.id)).event).toMatchObject({ refunds: [{ state: 'pendiente' }] });
});

test.each([
  ['won', 'ganada', 2],
  ['lost', 'perdida', 1],
] as const)('a dispute that is %s is reported by each of its events', async (status, phase, version) => {
  const { id } = await paidSession();
  await all.sim.stripe.dispute(id);
  const opened = (await reversalsOf(id)).event;
  expect(opened).toMatchObject({ disputes: [{ phase: 'abierta', cents: 699, version: 1, dueAt: expect.any(Date) }] });
  await all.sim.stripe.reviewDispute(id);
  expect((await reversalsOf(id)).event).toMatchObject({ disputes: [{ phase: 'abierta', version: 1 }] });
  await all.sim.stripe.closeDispute(id, status);
  expect((await reversalsOf(id)).event).toMatchObject({ disputes: [{ phase, version }] });
});

test.each([
  ['a few cents below the paid amount', 0, 650, 699],
  ['a few cents below the amount left by a refund', 300, 380, 399],
  ['a part of the paid amount', 0, 600, 600],
])('a lost dispute of %s is reported with its amount', async (_name, refunded, amount, cents) => {
  const { id } = await paidSession();
  if (refunded > 0) await all.sim.stripe.refund(id, refunded);
  await all.sim.stripe.dispute(id, { amount });
  expect((await reversalsOf(id)).event).toMatchObject({ disputes: [{ phase: 'abierta', cents: amount }] });
  await all.sim.stripe.closeDispute(id, 'lost');
  expect((await reversalsOf(id)).event).toMatchObject({ disputes: [{ phase: 'perdida', cents }] });
});

test('an inquiry is reported as closed, or as an escalated dispute', async () => {
  const ended = await paidSession();
  await all.sim.stripe.dispute(ended.id, { inquiry: true });
  expect((await reversalsOf(ended.id)).event).toMatchObject({ disputes: [{ phase: 'consulta', version: 0 }] });
  await all.sim.stripe.reviewDispute(ended.id);
  expect((await reversalsOf(ended.id)).event).toMatchObject({ disputes: [{ phase: 'consulta', version: 0 }] });
  await all.sim.stripe.closeDispute(ended.id, 'warning_closed');
  expect((await reversalsOf(ended.id)).event).toMatchObject({ disputes: [{ phase: 'ganada', version: 0 }] });
  const risen = await paidSession();
  await all.sim.stripe.dispute(risen.id, { inquiry: true });
  await all.sim.stripe.escalateDispute(risen.id);
  expect((await reversalsOf(risen.id)).event).toMatchObject({ disputes: [{ phase: 'abierta', version: 1 }] });
});

test("an ordered refund is identified by its own id, and refused with Stripe's code", async () => {
  const { id } = await paidSession();
  const order = { id: crypto.randomUUID(), cents: 300 };
  const [first, second] = await Promise.all([refundCardPayment(id, order), refundCardPayment(id, order)]);
  expect(first).toEqual(second);
  expect(await pageProvider.stripe.findReversals(id)).toMatchObject({ refunds: [{ ownId: order.id, cents: 300 }] });
  expect(await refundCardPayment(id, { id: crypto.randomUUID(), cents: 400 })).toMatchObject({
    refused: expect.any(String),
  });
});

test('a refund of an unpaid session is refused', async () => {
  const { session } = await openSession();
  expect(await refundCardPayment(session.id, { id: crypto.randomUUID(), cents: 699 })).toEqual({
    refused: 'no_payment_intent',
  });
});

test.each([429, 500])('a refund that Stripe answers with %i is not refused', async (status) => {
  const { id } = await paidSession();
  await all.sim.addFault({ kind: 'fail', provider: 'stripe', path: '/v1/refunds', times: 5, status });
  const order = { id: crypto.randomUUID(), cents: 699 };
  await expect(refundCardPayment(id, order)).rejects.toMatchObject({ statusCode: status });
  await all.sim.clearFaults();
});

test('a polled payment is unpaid, paid or unknown', async () => {
  const { session, payment } = await openSession();
  expect(await pageProvider.stripe.lookUp(session.id)).toBe('unpaid');
  await all.sim.stripe.pay(session.id);
  expect(await pageProvider.stripe.lookUp(session.id)).toMatchObject({ ...payment, kind: 'paid' });
  expect(await pageProvider.stripe.lookUp('cs_test_nobody')).toBe('unknown');
});

test('a closed page stays closed', async () => {
  const open = await openSession();
  expect(await closeSession(open.session.id)).toMatchObject({ status: 'expired' });
  const paid = await openSession();
  await all.sim.stripe.pay(paid.session.id);
  expect(await closeSession(paid.session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test('only signed events are accepted', async () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: {} },
  });
  const sign = (secret: string, payload = body, timestamp = Math.floor(Date.now() / 1000)) =>
    stripe().webhooks.generateTestHeaderString({ payload, secret, timestamp });
  expect(await verifyStripeWebhook(body, sign(keys.stripeWebhookSecret))).toMatchObject({ id: 'evt_1' });
  expect(await verifyStripeWebhook(body, sign('whsec_of_someone_else'))).toBeNull();
  expect(await verifyStripeWebhook(`${body} `, sign(keys.stripeWebhookSecret))).toBeNull();
  expect(await verifyStripeWebhook(body, sign(keys.stripeWebhookSecret, body, 1_600_000_000))).toBeNull();
  expect(await verifyStripeWebhook(body, null)).toBeNull();
});
