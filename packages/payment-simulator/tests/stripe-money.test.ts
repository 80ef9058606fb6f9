import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { addPeriod } from '../src/stripe/subscription-start.ts';
import { checkout, clubCheckout } from '../src/testing.ts';
import { openEverything } from './open.ts';

const all = await openEverything();

async function paidSession(): Promise<{ id: string; intent: string }> {
  const session = await all.stripe.checkout.sessions.create(checkout());
  await all.sim.stripe.pay(session.id);
  const paid = await all.stripe.checkout.sessions.retrieve(session.id);
  return { id: session.id, intent: String(paid.payment_intent) };
}

async function member(): Promise<{ id: string; session: string; body: Stripe.Subscription }> {
  const session = await all.stripe.checkout.sessions.create(clubCheckout());
  await all.sim.stripe.pay(session.id);
  const paid = await all.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
  const body = paid.subscription as Stripe.Subscription;
  return { id: body.id, session: session.id, body };
}

const types = async (id: string) => (await all.sim.events({ id })).map((event) => event.type);
const periodOf = (subscription: Stripe.Subscription) => [
  subscription.items.data[0]?.current_period_start,
  subscription.items.data[0]?.current_period_end,
];

describe('refunds', () => {
  it('can be partial until nothing is left', async () => {
    const { id, intent } = await paidSession();
    const first = await all.stripe.refunds.create({ payment_intent: intent, amount: 1000, metadata: { why: 'test' } });
    expect(first).toMatchObject({ object: 'refund', amount: 1000, status: 'succeeded', payment_intent: intent });
    await expect(all.stripe.refunds.create({ payment_intent: intent, amount: 500 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount (€5.00) is greater than unrefunded amount on charge (€2.34)',
    });
    await all.stripe.refunds.create({ payment_intent: intent });
    await expect(all.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
      statusCode: 400,
    });
    const charge = await all.stripe.charges.retrieve(String(first.charge), { expand: ['refunds'] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 1234 });
    expect(charge.refunds?.data.map((refund) => refund.amount)).toEqual([234, 1000]);
    expect((await all.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(2);
    expect((await types(id)).slice(2)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
  });

  it('are refused for unpaid and unknown payments', async () => {
    await expect(all.stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
    await expect(all.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'payment_intent',
      statusCode: 400,
    });
    await expect(all.stripe.refunds.retrieve('re_none')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('are made once by ten calls with one key', async () => {
    const { intent } = await paidSession();
    const refunds = await Promise.all(
      Array.from({ length: 10 }, () =>
        all.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `refund-${intent}` }),
      ),
    );
    expect(new Set(refunds.map((refund) => refund.id)).size).toBe(1);
  });
});

describe('disputes', () => {
  it('are opened and closed by the control API, and block a refund', async () => {
    const { id, intent } = await paidSession();
    const dispute = await all.sim.stripe.dispute(id, { reason: 'product_not_received' });
    expect(dispute).toMatchObject({
      object: 'dispute',
      amount: 1234,
      payment_intent: intent,
      status: 'needs_response',
    });
    await expect(all.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    await all.sim.stripe.closeDispute(id, 'lost');
    expect(await all.stripe.disputes.retrieve(String(dispute.id))).toMatchObject({ status: 'lost' });
    expect((await types(id)).slice(2)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ]);
  });

  it('are opened automatically with the disputed test card', async () => {
    const session = await all.stripe.checkout.sessions.create(checkout());
    await all.sim.stripe.pay(session.id, { card: '4000000000000259' });
    expect(await types(session.id)).toContain('charge.dispute.created');
  });
});

describe('a subscription', () => {
  it('starts with the checkout, with customer, paid invoice and period', async () => {
    const { session, body } = await member();
    expect(body).toMatchObject({
      object: 'subscription',
      status: 'active',
      metadata: { user_id: 'user-1' },
      cancel_at_period_end: false,
    });
    const [start, end] = periodOf(body);
    expect(end).toBe(addPeriod(start ?? 0, { interval: 'month', interval_count: 1 }));
    const invoice = await all.stripe.invoices.retrieve(String(body.latest_invoice), { expand: ['payments'] });
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 390,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: body.id, metadata: { user_id: 'user-1' } } },
    });
    const intent = String(invoice.payments?.data[0]?.payment.payment_intent);
    const payments = await all.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
    });
    expect(payments.data.map((payment) => payment.invoice)).toEqual([invoice.id]);
    expect(
      (await all.stripe.subscriptions.list({ customer: String(body.customer) })).data.map((entry) => entry.id),
    ).toEqual([body.id]);
    expect(await types(session)).toEqual([
      'payment_intent.succeeded',
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ]);
  });

  it('renews, fails to renew, and recovers', async () => {
    const { id, body } = await member();
    const end = periodOf(body)[1];
    await all.sim.stripe.renew(id);
    const renewed = await all.stripe.subscriptions.retrieve(id);
    expect(periodOf(renewed)[0]).toBe(end);
    expect(renewed.latest_invoice).not.toBe(body.latest_invoice);
    await all.sim.stripe.renew(id, 'failed');
    expect((await all.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    await all.sim.stripe.retry(id, 'failed');
    await all.sim.stripe.retry(id, 'paid');
    const recovered = await all.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(recovered.status).toBe('active');
    expect(recovered.latest_invoice).toMatchObject({
      status: 'paid',
      attempt_count: 3,
      billing_reason: 'subscription_cycle',
    });
    const sent = await types(id);
    expect(sent.filter((type) => type === 'invoice.paid')).toHaveLength(3);
    expect(sent.filter((type) => type === 'invoice.payment_failed')).toHaveLength(2);
  });

  it('is cancelled at the end of the period, resumed, cancelled, and ends', async () => {
    const { id, body } = await member();
    const cancelled = await all.stripe.subscriptions.update(id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'unused' },
    });
    expect(cancelled).toMatchObject({
      cancel_at_period_end: true,
      cancel_at: periodOf(body)[1],
      status: 'active',
      cancellation_details: { reason: 'cancellation_requested', feedback: 'unused' },
    });
    expect(await all.stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
    });
    await all.sim.stripe.cancelAtPeriodEnd(id);
    await all.sim.stripe.renew(id);
    expect(await all.stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      ended_at: expect.any(Number),
    });
    await expect(all.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    await expect(all.stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await types(id)).at(-1)).toBe('customer.subscription.deleted');
  });

  it('is cancelled in the portal by a date, which the flag does not reset', async () => {
    const { id, body } = await member();
    await all.sim.stripe.portal(id);
    const end = periodOf(body)[1];
    expect(await all.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: end, cancel_at_period_end: false });
    const same = await all.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(same.cancel_at).toBe(end);
    expect((await all.stripe.subscriptions.update(id, { cancel_at: '' })).cancel_at).toBeNull();
    expect((await all.stripe.subscriptions.update(id, { cancel_at: 'max_period_end' })).cancel_at).toBe(end);
    await expect(
      all.stripe.subscriptions.update(id, { cancel_at: '', cancel_at_period_end: false }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await all.sim.stripe.renew(id);
    expect((await all.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  });

  it('opens a period before its collection, and links invoices with their payments', async () => {
    const { id } = await member();
    await all.sim.stripe.renew(id, 'open');
    const open = await all.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(open).toMatchObject({ status: 'active', latest_invoice: { status: 'open', attempted: false } });
    const invoice = (open.latest_invoice as Stripe.Invoice).id ?? '';
    const payments = async () => (await all.stripe.invoicePayments.list({ invoice })).data;
    expect(await payments()).toEqual([]);
    await all.sim.stripe.retry(id, 'failed');
    expect(await payments()).toMatchObject([{ status: 'open', amount_paid: null, amount_requested: 390 }]);
    await all.sim.stripe.retry(id, 'paid');
    const [payment] = await payments();
    expect(payment).toMatchObject({ status: 'paid', amount_paid: 390 });
    const intent = String(payment?.payment.payment_intent);
    const found = await all.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
    });
    expect(found.data.map((entry) => entry.invoice)).toEqual([invoice]);
  });

  it('moves its invoices together with its dates', async () => {
    const { id, body } = await member();
    await all.sim.stripe.shift(id, -86_400);
    const [invoice] = (await all.stripe.invoices.list({ subscription: id })).data;
    expect(invoice?.lines.data[0]?.period.end).toBe((periodOf(body)[1] ?? 0) - 86_400);
  });

  it('is ended at once by the API, and its dates can be moved by the control API', async () => {
    const { id, body } = await member();
    await all.sim.stripe.shift(id, -86_400 * 40);
    expect(periodOf(await all.stripe.subscriptions.retrieve(id))[1]).toBe((periodOf(body)[1] ?? 0) - 86_400 * 40);
    expect(await all.stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' });
  });

  it('does not start with a declined card', async () => {
    const session = await all.stripe.checkout.sessions.create(clubCheckout());
    expect(await all.sim.stripe.pay(session.id, { card: '4000000000000002' })).toMatchObject({ outcome: 'declined' });
    expect(await all.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'open',
      subscription: null,
    });
  });

  it('does not drift in short months', () => {
    const january = Date.UTC(2027, 0, 31, 12) / 1000;
    const ends = [1, 2, 3].map((periods) =>
      new Date(addPeriod(january, { interval: 'month', interval_count: 1 }, periods) * 1000).toISOString().slice(0, 10),
    );
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  });
});
