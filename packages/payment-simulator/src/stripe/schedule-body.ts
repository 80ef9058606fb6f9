import type Stripe from 'stripe';
import { nowSeconds, stripeId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { periodOf, plannedEnd } from './subscriptions.ts';

export type Phase = Stripe.SubscriptionSchedule.Phase;
export type StoredSchedule = Stored<Stripe.SubscriptionSchedule>;

/** One phase of a schedule, with all fields of Stripe. */
export function newPhase(
  currency: string,
  item: { price: string; quantity: number },
  dates: { start: number; end: number },
  proration: string,
): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: dates.end,
    invoice_settings: null,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: item.price,
        price: item.price,
        quantity: item.quantity,
        tax_rates: [],
      },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: proration,
    start_date: dates.start,
    transfer_data: null,
    trial_end: null,
  };
}

/** The schedule of `from_subscription`: one phase, the current period, with the subscription's item. */
export function newSchedule(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule {
  const period = periodOf(subscription);
  const [item] = subscription.items.data;
  const { id: price = '' } = item?.price ?? {};
  return {
    id: stripeId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: nowSeconds(),
    current_phase: { start_date: period.start, end_date: period.end },
    customer: String(subscription.customer),
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method:
        typeof subscription.default_payment_method === 'string' ? subscription.default_payment_method : null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: plannedEnd(subscription) === null ? 'release' : 'cancel',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [newPhase(subscription.currency, { price, quantity: item?.quantity ?? 1 }, period, 'create_prorations')],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  };
}
