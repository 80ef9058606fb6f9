import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { type Decline, declineOf } from './cards.ts';
import { chargeCard, createInvoiceIntent } from './charging.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { createInvoice, cycleInvoiceInput, settleInvoice } from './invoices.ts';
import { expireChange } from './plan-change.ts';
import type { LineBody } from './prices.ts';
import { enterNextPhase, shiftSchedule } from './schedules.ts';
import { addPeriod, subscriptionItem } from './subscription-start.ts';
import { changeSubscription, endSubscription, periodOf, plannedEnd, type StoredSubscription } from './subscriptions.ts';

const RENEWAL_DECLINE: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const THREE_DAYS = 3 * 24 * 60 * 60;

function withPeriod(body: Stripe.Subscription, period: { start: number; end: number }): Stripe.Subscription['items'] {
  const data = body.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  return { ...body.items, data };
}

function collect(
  context: Context,
  stored: StoredSubscription,
  invoiceId: string,
  outcome: 'paid' | 'failed',
): Stripe.Subscription {
  const { body, hidden } = stored;
  const invoice = context.store.get<Stripe.Invoice>('invoice', invoiceId)?.body;
  if (!invoice) throw new Error(`invoice ${invoiceId} is missing`);
  const known = hidden.openIntent
    ? context.store.get<Stripe.PaymentIntent>('payment_intent', hidden.openIntent)
    : undefined;
  const intent = known ?? createInvoiceIntent(context, stored.root, invoice);
  const charged = chargeCard(
    context,
    intent,
    hidden.card,
    hidden.email,
    outcome === 'failed' ? (declineOf(hidden.card) ?? RENEWAL_DECLINE) : undefined,
  );
  const settledInvoice = settleInvoice(
    context,
    invoiceId,
    charged.intent,
    charged.ok,
    charged.ok ? null : periodOf(body).start + THREE_DAYS,
  );
  stored.hidden = { ...hidden, openIntent: charged.ok ? null : intent.id };
  emit(context, charged.ok ? 'invoice.paid' : 'invoice.payment_failed', stored.root, settledInvoice);
  return changeSubscription(context, stored, { status: charged.ok ? 'active' : 'past_due', latest_invoice: invoiceId });
}

/** Renews at another price from the end of the period on, which becomes the anchor of its periods. */
function takePrice(context: Context, stored: StoredSubscription, line: LineBody): void {
  const { body, hidden } = stored;
  const period = periodOf(body);
  const item = subscriptionItem(body.id, line, period, body.items.data[0]?.id);
  stored.hidden = { ...hidden, lines: [line], periods: 0 };
  stored.body = {
    ...body,
    billing_cycle_anchor: period.end,
    items: { ...body.items, data: [item] } as unknown as Stripe.Subscription['items'],
  };
  context.store.save(stored);
}

/**
 * Advances a subscription by one billing period: it renews, fails to renew, or ends if requested. `open`: the period
 * has begun and its invoice is not collected yet, as in the first hour.
 */
export function renewSubscription(
  context: Context,
  stored: StoredSubscription,
  outcome: 'paid' | 'failed' | 'open',
): Stripe.Subscription {
  if (stored.body.status === 'canceled') throw invalid('A canceled subscription cannot be renewed.');
  expireChange(context, stored);
  const planned = plannedEnd(stored.body);
  const next = planned !== null && planned <= periodOf(stored.body).end ? 'ends' : enterNextPhase(context, stored);
  if (next === 'ends') return endSubscription(context, stored, 'cancellation_requested');
  const { items, latest_invoice } = stored.body;
  if (next) takePrice(context, stored, next);
  const { body, hidden } = stored;
  const recurring = hidden.lines[0]?.price.recurring;
  if (!recurring) throw new Error(`subscription ${body.id} has no recurring price`);
  const period = {
    start: periodOf(body).end,
    end: addPeriod(body.billing_cycle_anchor, recurring, hidden.periods + 1),
  };
  const invoice = createInvoice(context, cycleInvoiceInput(stored, period, hidden.email));
  const previous = { items, latest_invoice };
  stored.hidden = { ...hidden, periods: hidden.periods + 1 };
  stored.body = { ...body, items: withPeriod(body, period), latest_invoice: invoice.id };
  context.store.save(stored);
  emit(context, 'customer.subscription.updated', stored.root, stored.body, previous);
  return outcome === 'open' ? stored.body : collect(context, stored, invoice.id, outcome);
}

/** Collects the open invoice of a subscription, or retries a failed one. */
export function retryRenewal(
  context: Context,
  stored: StoredSubscription,
  outcome: 'paid' | 'failed',
): Stripe.Subscription {
  const invoice = context.store.get<Stripe.Invoice>('invoice', String(stored.body.latest_invoice))?.body;
  if (stored.body.status === 'canceled' || invoice?.status !== 'open') {
    throw invalid('This subscription has no open invoice to collect.');
  }
  return collect(context, stored, String(stored.body.latest_invoice), outcome);
}

function shiftInvoices(context: Context, subscription: string, seconds: number): void {
  const own = { 'parent.subscription_details.subscription': subscription };
  for (const invoice of context.store.find<Stripe.Invoice>('invoice', own)) {
    const data = invoice.body.lines.data.map((line) => ({
      ...line,
      period: { start: line.period.start + seconds, end: line.period.end + seconds },
    }));
    invoice.body = { ...invoice.body, lines: { ...invoice.body.lines, data } };
    context.store.save(invoice);
  }
}

/** Shifts all dates of a subscription and its invoices, so that a test need not wait. */
export function shiftSubscription(context: Context, stored: StoredSubscription, seconds: number): Stripe.Subscription {
  const { body } = stored;
  shiftInvoices(context, body.id, seconds);
  shiftSchedule(context, stored, seconds);
  const period = periodOf(body);
  return changeSubscription(context, stored, {
    billing_cycle_anchor: body.billing_cycle_anchor + seconds,
    start_date: body.start_date + seconds,
    cancel_at: body.cancel_at === null ? null : body.cancel_at + seconds,
    items: withPeriod(body, { start: period.start + seconds, end: period.end + seconds }),
  });
}
