import { beforeEach, describe, expect, test } from 'vitest';
import { clubCheckout } from '../src/testing.ts';
import { openEverything } from './open.ts';

const { stripe, sim } = await openEverything();
const kept = (interval: 'month' | 'year', unit_amount: number) =>
  stripe.prices.create({ currency: 'eur', unit_amount, recurring: { interval }, product_data: { name: interval } });
const [monthly, yearly] = [await kept('month', 390), await kept('year', 3978)];

let id: string;
let item: { id: string; price: string; from: number; until: number };

/** A subscription by the year, at a price that was made for its page and is inactive. */
beforeEach(async () => {
  const [line] = clubCheckout().line_items ?? [];
  const price_data = { currency: 'eur', unit_amount: 3978, product_data: { name: 'Yearly' } };
  const session = await stripe.checkout.sessions.create({
    ...clubCheckout(),
    line_items: [{ ...line, price_data: { ...price_data, recurring: { interval: 'year' } } }],
  });
  await sim.stripe.pay(session.id);
  id = String((await stripe.checkout.sessions.retrieve(session.id)).subscription);
  const [first] = (await stripe.subscriptions.retrieve(id)).items.data;
  item = {
    id: first?.id ?? '',
    price: first?.price.id ?? '',
    from: first?.current_period_start ?? 0,
    until: first?.current_period_end ?? 0,
  };
});

const schedule = () => stripe.subscriptionSchedules.create({ from_subscription: id });
const change = (scheduled: string, price = monthly.id) =>
  stripe.subscriptionSchedules.update(scheduled, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      { items: [{ price: item.price, quantity: 1 }], start_date: item.from, end_date: item.until },
      {
        items: [{ price, quantity: 1 }],
        duration: { interval: 'month' },
        proration_behavior: 'none',
        billing_cycle_anchor: 'phase_start',
      },
    ],
  });
const kinds = async () => (await sim.events({ id })).map(({ type }) => type);

describe('a schedule from a subscription', () => {
  test('is created with the current period as its only phase, once', async () => {
    const made = await schedule();
    expect(made).toMatchObject({
      subscription: id,
      status: 'active',
      end_behavior: 'release',
      current_phase: { start_date: item.from, end_date: item.until },
      phases: [{ start_date: item.from, end_date: item.until, items: [{ price: item.price, quantity: 1 }] }],
    });
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
    expect(subscription.schedule).toMatchObject({ id: made.id, object: 'subscription_schedule' });
    await expect(schedule()).rejects.toMatchObject({ param: 'from_subscription', statusCode: 400 });
    await expect(
      stripe.subscriptionSchedules.create({ from_subscription: id, end_behavior: 'release' }),
    ).rejects.toMatchObject({ param: 'end_behavior' });
  });

  test('keeps the paid period, renews at the other price, and is completed after its last phase', async () => {
    const { id: scheduled } = await schedule();
    const { phases } = await change(scheduled);
    expect(phases.map(({ start_date, items: [first] }) => [start_date, first?.price])).toEqual([
      [item.from, item.price],
      [item.until, monthly.id],
    ]);
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
    await sim.stripe.renew(id);
    const after = await stripe.subscriptions.retrieve(id);
    expect(after.items.data[0]).toMatchObject({
      id: item.id,
      price: { id: monthly.id },
      current_period_start: item.until,
    });
    const length = (after.items.data[0]?.current_period_end ?? 0) - item.until;
    expect(length / 86_400).toBeLessThan(32);
    const { data: invoices } = await stripe.invoices.list({ subscription: id });
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([390, 3978]);
    expect(invoices[0]?.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([false]);
    expect(after.schedule).toBe(scheduled);
    await sim.stripe.renew(id);
    expect((await stripe.subscriptions.retrieve(id)).schedule).toBeNull();
    expect(await stripe.subscriptionSchedules.retrieve(scheduled)).toMatchObject({ status: 'completed' });
    expect((await stripe.invoices.list({ subscription: id })).data[0]?.amount_paid).toBe(390);
    expect(await kinds()).toEqual(
      expect.arrayContaining([
        'subscription_schedule.created',
        'subscription_schedule.updated',
        'subscription_schedule.completed',
      ]),
    );
  });

  test('can be released, and the subscription renews unchanged', async () => {
    const { id: scheduled } = await schedule();
    await change(scheduled);
    const released = await stripe.subscriptionSchedules.release(scheduled);
    expect(released).toMatchObject({ status: 'released', subscription: null, released_subscription: id });
    await expect(stripe.subscriptionSchedules.release(scheduled)).rejects.toMatchObject({ statusCode: 400 });
    await expect(change(scheduled)).rejects.toMatchObject({ statusCode: 400 });
    await sim.stripe.renew(id);
    expect((await stripe.invoices.list({ subscription: id })).data[0]?.amount_paid).toBe(3978);
  });

  test('prevents cancellations and changes of items of the subscription', async () => {
    const { id: scheduled } = await schedule();
    for (const cancellation of [{ cancel_at_period_end: true }, { cancel_at: item.until }, { cancel_at: '' as const }])
      await expect(stripe.subscriptions.update(id, cancellation)).rejects.toMatchObject({
        statusCode: 400,
        message: expect.stringContaining(`managed by the subscription schedule \`${scheduled}\``),
      });
    await expect(
      stripe.subscriptions.update(id, { items: [{ id: item.id, price: monthly.id }] }),
    ).rejects.toMatchObject({ param: 'items' });
    await stripe.subscriptions.cancel(id);
    expect(await stripe.subscriptionSchedules.retrieve(scheduled)).toMatchObject({ status: 'canceled' });
  });

  test('refuses phases with gaps, and unusable prices', async () => {
    const { id: scheduled } = await schedule();
    const now = { items: [{ price: item.price }], start_date: item.from, end_date: item.until };
    const next = { items: [{ price: monthly.id }] };
    const update = (phases: (typeof now | typeof next)[]) => stripe.subscriptionSchedules.update(scheduled, { phases });
    await expect(update([{ ...now, start_date: item.from + 1 }, next])).rejects.toMatchObject({
      param: 'phases[0][start_date]',
    });
    await expect(update([now, { ...next, start_date: item.until + 1 }])).rejects.toMatchObject({
      param: 'phases[1][start_date]',
    });
    await expect(update([now, next])).rejects.toMatchObject({ param: 'phases[1][billing_cycle_anchor]' });
    await expect(change(scheduled, item.price)).rejects.toMatchObject({ statusCode: 400 });
    await expect(change('sub_sched_none')).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await change(scheduled, yearly.id)).phases).toHaveLength(2);
  });
});

test('a checkout page for a stored price starts a subscription at it, and requires one price only', async () => {
  const [line] = clubCheckout().line_items ?? [];
  const opened = (line_item: object) => stripe.checkout.sessions.create({ ...clubCheckout(), line_items: [line_item] });
  const session = await opened({ quantity: 1, price: yearly.id });
  expect(session.amount_total).toBe(3978);
  await sim.stripe.pay(session.id);
  const begun = String((await stripe.checkout.sessions.retrieve(session.id)).subscription);
  expect((await stripe.subscriptions.retrieve(begun)).items.data[0]?.price.id).toBe(yearly.id);
  await expect(opened({ quantity: 1 })).rejects.toMatchObject({ statusCode: 400 });
  await expect(opened({ ...line, price: yearly.id })).rejects.toMatchObject({ statusCode: 400 });
  await expect(opened({ quantity: 1, price: item.price })).rejects.toMatchObject({ statusCode: 400 });
});
