import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { nowSeconds } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import type { Card } from './cards.ts';
import { noSuch } from './errors.ts';
import { emit } from './events.ts';
import type { LineBody } from './prices.ts';

/** A change of a subscription: its new line, and the period of it that begins now. */
export type PlanChange = { line: LineBody; period: { start: number; end: number } };

export type SubscriptionHidden = {
  lines: LineBody[];
  card: Card;
  email: string;
  /** Number of billing periods so far. Each ends that many periods after the anchor, so 31 January does not drift. */
  periods: number;
  openIntent: string | null;
  /** A change that waits for the payment of its invoice. */
  pending?: PlanChange & { invoice: string };
};
export type StoredSubscription = Stored<Stripe.Subscription, SubscriptionHidden>;

export function periodOf(body: Stripe.Subscription): { start: number; end: number } {
  const [item] = body.items.data;
  if (!item) throw new Error(`subscription ${body.id} has no item`);
  return { start: item.current_period_start, end: item.current_period_end };
}

export function requireSubscription(context: Context, id: string, param = 'id'): StoredSubscription {
  const found = context.store.get<Stripe.Subscription, SubscriptionHidden>('subscription', id);
  if (!found) throw noSuch('subscription', id, param);
  return found;
}

/** Saves a change and sends an event with the previous values. */
export function changeSubscription(
  context: Context,
  stored: StoredSubscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const before = stored.body as unknown as Record<string, unknown>;
  const changed = Object.entries(changes).filter(
    ([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return stored.body;
  const previous = Object.fromEntries(changed.map(([key]) => [key, before[key]]));
  stored.body = { ...stored.body, ...changes };
  context.store.save(stored);
  emit(context, 'customer.subscription.updated', stored.root, stored.body, previous);
  return stored.body;
}

/** Planned end of a subscription, by flag or by date; null if it renews. */
export function plannedEnd(body: Stripe.Subscription): number | null {
  return body.cancel_at_period_end ? periodOf(body).end : body.cancel_at;
}

type Details = { comment?: string | undefined; feedback?: string | undefined };

function cancellation(
  { cancellation_details: kept }: Stripe.Subscription,
  wanted: boolean,
  given: Details,
): Partial<Stripe.Subscription> {
  return {
    canceled_at: wanted ? nowSeconds() : null,
    cancellation_details: {
      comment: given.comment ?? kept?.comment ?? null,
      feedback: given.feedback ?? kept?.feedback ?? null,
      feedback_option: null,
      reason: wanted ? 'cancellation_requested' : null,
    },
  };
}

/** Sets the API's flag; Stripe then also shows the end of the period as the date. */
export function setCancelAtPeriodEnd(
  context: Context,
  stored: StoredSubscription,
  wanted: boolean,
  given: Details = {},
): Stripe.Subscription {
  if (wanted === stored.body.cancel_at_period_end) return stored.body;
  return changeSubscription(context, stored, {
    cancel_at_period_end: wanted,
    cancel_at: wanted ? periodOf(stored.body).end : null,
    ...cancellation(stored.body, wanted, given),
  });
}

/** Sets or clears the end date of a subscription. The flag stays false, as the portal leaves it in flexible billing. */
export function setCancelAt(
  context: Context,
  stored: StoredSubscription,
  date: number | null,
  given: Details = {},
): Stripe.Subscription {
  if (date === stored.body.cancel_at && !stored.body.cancel_at_period_end) return stored.body;
  return changeSubscription(context, stored, {
    cancel_at_period_end: false,
    cancel_at: date,
    ...cancellation(stored.body, date !== null, given),
  });
}

/** Cancels or resumes as the portal does: by the date in flexible billing, by the flag in classic billing. */
export function cancelInPortal(context: Context, stored: StoredSubscription, wanted: boolean): Stripe.Subscription {
  return stored.body.billing_mode.type === 'flexible'
    ? setCancelAt(context, stored, wanted ? periodOf(stored.body).end : null)
    : setCancelAtPeriodEnd(context, stored, wanted);
}

/** Stops collecting the unpaid invoices of an ended subscription. */
function stopCollecting(context: Context, subscription: string): void {
  const own = { 'parent.subscription_details.subscription': subscription, status: 'open' };
  for (const invoice of context.store.find<Stripe.Invoice>('invoice', own)) {
    invoice.body = { ...invoice.body, auto_advance: false, next_payment_attempt: null };
    context.store.save(invoice);
  }
}

/** Cancels the schedule that manages an ended subscription. */
function cancelSchedule(context: Context, { schedule }: Stripe.Subscription): void {
  const stored = schedule && context.store.get<Stripe.SubscriptionSchedule>('schedule', String(schedule));
  if (!stored) return;
  stored.body = { ...stored.body, status: 'canceled', canceled_at: nowSeconds(), current_phase: null };
  context.store.save(stored);
  emit(context, 'subscription_schedule.canceled', stored.root, stored.body);
}

/** Ends a subscription immediately. */
export function endSubscription(
  context: Context,
  stored: StoredSubscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  const now = nowSeconds();
  const { body } = stored;
  stored.body = {
    ...body,
    status: 'canceled',
    canceled_at: body.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...body.cancellation_details,
      reason,
    },
  };
  context.store.save(stored);
  stopCollecting(context, body.id);
  cancelSchedule(context, body);
  emit(context, 'customer.subscription.deleted', stored.root, stored.body);
  return stored.body;
}
