import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import type { Card, Decline } from './cards.ts';
import { chargeCard, createIntent } from './charging.ts';
import { emit } from './events.ts';
import { createInvoice, settleInvoice } from './invoices.ts';
import { withoutEmpty } from './params.ts';
import type { LineBody } from './prices.ts';
import type { StoredSession } from './session-body.ts';
import type { SubscriptionHidden } from './subscriptions.ts';

/** The date one billing period after `start`; shorter months end on their last day, as at Stripe. */
export function addPeriod(
  start: number,
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>,
  periods = 1,
): number {
  const count = recurring.interval_count * periods;
  const date = new Date(start * 1000);
  if (recurring.interval === 'day') date.setUTCDate(date.getUTCDate() + count);
  else if (recurring.interval === 'week') date.setUTCDate(date.getUTCDate() + 7 * count);
  else {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + (recurring.interval === 'year' ? 12 : 1) * count);
    const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, lastDay));
  }
  return Math.floor(date.getTime() / 1000);
}

/** An item of a subscription; a change of price keeps its id. */
export function subscriptionItem(
  subscription: string,
  line: LineBody,
  period: { start: number; end: number },
  id = stripeId('si'),
) {
  const { price } = line;
  const plan = {
    id: price.id,
    object: 'plan',
    active: false,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
  return {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan,
    price,
    quantity: line.quantity,
    subscription,
    tax_rates: [],
  };
}

type Started = { ok: true; subscription: string; invoice: string } | { ok: false; decline: Decline };

/** Charges the first payment and, on success, creates the subscription with its paid invoice. */
export function startSubscription(
  context: Context,
  session: StoredSession,
  customer: string,
  payer: { email: string; card: Card },
): Started {
  const { root, hidden } = session;
  const lines = hidden.lines.filter((line) => line.price.recurring);
  const recurring = lines[0]?.price.recurring;
  if (!recurring) throw new Error(`session ${session.id} has no recurring line`);
  const intent = createIntent(context, {
    root,
    amount: session.body.amount_total ?? 0,
    currency: session.body.currency ?? 'eur',
    customer,
    metadata: {},
    description: 'Subscription creation',
  });
  const charged = chargeCard(context, intent, payer.card, payer.email);
  if (!charged.ok) return { ok: false, decline: charged.decline };

  const id = stripeId('sub');
  const start = nowSeconds();
  const period = { start, end: addPeriod(start, recurring) };
  const metadata = withoutEmpty(hidden.subscriptionData?.metadata);
  const items = lines.map((line) => subscriptionItem(id, line, period));
  const invoice = createInvoice(context, {
    root,
    subscription: id,
    subscriptionItem: items[0]?.id ?? '',
    customer,
    customerEmail: payer.email,
    lines: hidden.lines,
    period,
    reason: 'subscription_create',
    metadata,
  });
  const subscription: Omit<Stripe.Subscription, 'items'> & { items: object } = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: start,
    currency: session.body.currency ?? 'eur',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: charged.intent.payment_method,
    default_source: null,
    default_tax_rates: [],
    description: hidden.subscriptionData?.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: invoice.id,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  };
  const kept: SubscriptionHidden = { lines, card: payer.card, email: payer.email, periods: 1, openIntent: null };
  context.store.put('subscription', subscription, { root, hidden: kept });
  const paidInvoice = settleInvoice(context, invoice.id, charged.intent, true, null);
  emit(context, 'customer.subscription.created', root, subscription);
  emit(context, 'invoice.paid', root, paidInvoice);
  return { ok: true, subscription: id, invoice: invoice.id };
}
