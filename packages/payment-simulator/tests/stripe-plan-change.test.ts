import { beforeEach, describe, expect, test } from 'vitest';
import { clubCheckout } from '../src/testing.ts';
import { openEverything } from './open.ts';

const all = await openEverything();
const { stripe, sim } = all;
const yearly = await stripe.prices.create({
  currency: 'eur',
  unit_amount: 3978,
  recurring: { interval: 'year' },
  product_data: { name: 'Yearly plan' },
  lookup_key: 'yearly',
});

let id: string;
let item: string;
let halfway: number;
beforeEach(async () => {
  const session = await stripe.checkout.sessions.create(clubCheckout());
  await sim.stripe.pay(session.id);
  id = String((await stripe.checkout.sessions.retrieve(session.id)).subscription);
  await sim.stripe.shift(id, -15 * 86_400);
  const { data } = (await stripe.subscriptions.retrieve(id)).items;
  item = data[0]?.id ?? '';
  halfway = Math.floor(((data[0]?.current_period_start ?? 0) + (data[0]?.current_period_end ?? 0)) / 2);
  halfway = Math.min(halfway, Math.floor(Date.now() / 1000));
});

const items = () => [{ id: item, price: yearly.id }];
const change = (payment_behavior: 'pending_if_incomplete' | 'error_if_incomplete' = 'pending_if_incomplete') =>
  stripe.subscriptions.update(id, {
    items: items(),
    payment_behavior,
    proration_behavior: 'always_invoice',
    proration_date: halfway,
  });
const preview = () =>
  stripe.invoices.createPreview({
    subscription: id,
    subscription_details: { items: items(), proration_behavior: 'always_invoice', proration_date: halfway },
  });
const intervalOf = async () => (await stripe.subscriptions.retrieve(id)).items.data[0]?.price.recurring?.interval;

test('a price is found by its lookup key, which is unique', async () => {
  const { data } = await stripe.prices.list({ lookup_keys: ['yearly'], active: true });
  expect(data.map((price) => price.id)).toEqual([yearly.id]);
  const again = { currency: 'eur', unit_amount: 1, product_data: { name: 'x' }, lookup_key: 'yearly' };
  await expect(stripe.prices.create(again)).rejects.toMatchObject({ param: 'lookup_key' });
});

describe('a change of the interval', () => {
  test('starts a period, credits the unused time, and costs the previewed amount', async () => {
    const previewed = await preview();
    expect(previewed.lines.data.map(({ amount }) => amount)).toEqual([expect.any(Number), 3978]);
    expect(previewed.lines.data[0]?.amount).toBeGreaterThan(-205);
    expect(previewed.lines.data[0]?.amount).toBeLessThan(-180);
    expect(previewed.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([
      true,
      false,
    ]);
    const changed = await change();
    expect(changed.pending_update).toBeNull();
    expect(changed.items.data[0]).toMatchObject({ id: item, price: { id: yearly.id } });
    const invoice = await stripe.invoices.retrieve(String(changed.latest_invoice));
    expect(invoice).toMatchObject({
      billing_reason: 'subscription_update',
      status: 'paid',
      amount_paid: previewed.amount_due,
      amount_due: 3978 + (previewed.lines.data[0]?.amount ?? 0),
    });
    const { current_period_start: start = 0, current_period_end: until = 0 } = changed.items.data[0] ?? {};
    expect(changed.billing_cycle_anchor).toBe(start);
    expect((until - start) / 86_400).toBeGreaterThan(364);
    await sim.stripe.renew(id);
    const [renewal] = (await stripe.invoices.list({ subscription: id })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 3978 });
  });

  test('waits for an authenticated payment, which applies it and is charged once', async () => {
    await sim.stripe.setCard(id, '4000 0027 6000 3184');
    const waiting = await change();
    expect(waiting.pending_update).toMatchObject({ subscription_items: [{ price: { id: yearly.id } }] });
    expect(await intervalOf()).toBe('month');
    const invoice = await stripe.invoices.retrieve(String(waiting.latest_invoice));
    expect(invoice).toMatchObject({ status: 'open', attempted: true });
    const address = String(invoice.hosted_invoice_url);
    expect(await (await fetch(address)).text()).toContain('Yearly plan');
    const sent = (action: string) =>
      fetch(address, { method: 'POST', body: new URLSearchParams({ action, cardNumber: '4000002760003184' }) });
    expect((await sent('fail')).status).toBe(402);
    expect(await intervalOf()).toBe('month');
    expect((await sent('pass')).status).toBe(200);
    expect(await intervalOf()).toBe('year');
    expect(await sim.stripe.payInvoice(invoice.id)).toEqual({ paid: false });
    expect(
      (await stripe.charges.list({ customer: String(waiting.customer) })).data.filter(({ paid }) => paid),
    ).toHaveLength(2);
    const types = (await sim.events({ id })).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['invoice.payment_action_required', 'customer.subscription.pending_update_applied']),
    );
  });

  test('is dropped with a declined payment by voiding its invoice, by time, or at once', async () => {
    await sim.stripe.setCard(id, '4000000000000002');
    const declined = await change();
    expect(declined.pending_update).not.toBeNull();
    await stripe.invoices.voidInvoice(String(declined.latest_invoice));
    expect((await stripe.subscriptions.retrieve(id)).pending_update).toBeNull();
    await expect(stripe.invoices.voidInvoice(String(declined.latest_invoice))).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await change()).pending_update).not.toBeNull();
    await sim.stripe.expireChange(id);
    expect((await stripe.subscriptions.retrieve(id)).pending_update).toBeNull();
    await expect(change('error_if_incomplete')).rejects.toMatchObject({ statusCode: 402, type: 'StripeCardError' });
    expect(await intervalOf()).toBe('month');
  });

  test('is refused with other parameters while pending, or with a date outside the period', async () => {
    await expect(
      stripe.subscriptions.update(id, {
        items: items(),
        payment_behavior: 'pending_if_incomplete',
        metadata: { a: 'b' },
      }),
    ).rejects.toMatchObject({ param: 'payment_behavior' });
    halfway -= 40 * 86_400;
    await expect(preview()).rejects.toMatchObject({ param: 'proration_date' });
    await expect(change()).rejects.toMatchObject({ param: 'proration_date' });
  });
});
