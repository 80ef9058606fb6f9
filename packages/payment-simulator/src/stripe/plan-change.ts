import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { nowSeconds } from '../ids.ts';
import { asksEachTime, type Card, declineOf } from './cards.ts';
import { chargeCard, createInvoiceIntent } from './charging.ts';
import { invalid, noSuch, StripeError } from './errors.ts';
import { emit } from './events.ts';
import type { InvoiceInput } from './invoice-body.ts';
import { awaitBank, createInvoice, settleInvoice, voidInvoice } from './invoices.ts';
import type { ItemChange } from './plan-change-params.ts';
import { lineOfPrice } from './prices.ts';
import { addPeriod, subscriptionItem } from './subscription-start.ts';
import { changeSubscription, type PlanChange, periodOf, type StoredSubscription } from './subscriptions.ts';

/** The longest time that a change waits for its payment, in seconds. */
const PENDING_SECONDS = 23 * 60 * 60;

type ChangeInput = {
  items: ItemChange[];
  payment_behavior?: string | undefined;
  proration_behavior?: string | undefined;
  proration_date?: number | undefined;
};
type Planned = { change: PlanChange; invoice: InvoiceInput };

const dayOf = (seconds: number) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    seconds * 1000,
  );

/**
 * The change of an item to a price of another interval: a new period begins, and the unused time of the old price is
 * credited, exact to the second. Null if the price is the same.
 */
export function planChange(context: Context, stored: StoredSubscription, input: ChangeInput): Planned | null {
  const { body, hidden } = stored;
  const [wanted] = input.items;
  const [item] = body.items.data;
  const [old] = hidden.lines;
  if (!wanted || item?.id !== wanted.id || !old)
    throw noSuch('subscription_item', wanted?.id ?? '', 'items[0][id]', 400);
  if (item.price.id === wanted.price) return null;
  const line = lineOfPrice(context, wanted.price, wanted.quantity ?? old.quantity);
  const { recurring } = line.price;
  if (!recurring)
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[0][price]',
    );
  if (recurring.interval === item.price.recurring?.interval) {
    throw invalid('The simulator changes a subscription to prices of another interval only.', 'items[0][price]');
  }
  const period = periodOf(body);
  const at = input.proration_date ?? nowSeconds();
  if (at < period.start || at >= period.end) {
    throw invalid('Invalid proration_date: must be within the current billing period.', 'proration_date');
  }
  const unused = Math.round((old.amount_total * (period.end - at)) / (period.end - period.start));
  const start = nowSeconds();
  const begun = { start, end: addPeriod(start, recurring) };
  const credit = {
    line: old,
    amount: -unused,
    description: `Unused time on ${old.description} after ${dayOf(at)}`,
    period: { start: at, end: period.end },
  };
  return {
    change: { line, period: begun },
    invoice: {
      root: stored.root,
      subscription: body.id,
      subscriptionItem: item.id,
      customer: String(body.customer),
      customerEmail: hidden.email,
      lines: [line],
      prorations: input.proration_behavior === 'none' || unused === 0 ? [] : [credit],
      period: begun,
      reason: 'subscription_update',
      metadata: body.metadata,
    },
  };
}

/** Puts a change into effect. */
function applyChange(context: Context, stored: StoredSubscription, { line, period }: PlanChange): void {
  const { body, hidden } = stored;
  const item = subscriptionItem(body.id, line, period, body.items.data[0]?.id);
  const { pending: _, ...kept } = hidden;
  stored.hidden = { ...kept, lines: [line], periods: 1 };
  context.store.save(stored);
  changeSubscription(context, stored, {
    billing_cycle_anchor: period.start,
    items: { ...body.items, data: [item] } as unknown as Stripe.Subscription['items'],
    pending_update: null,
  });
}

/** Drops a pending change. */
function dropChange(context: Context, stored: StoredSubscription): void {
  const { pending: _, ...kept } = stored.hidden;
  stored.hidden = kept;
  context.store.save(stored);
  changeSubscription(context, stored, { pending_update: null });
}

/** Ends the wait for a payment without it: the invoice is voided, the plan stays. */
export function expireChange(context: Context, stored: StoredSubscription): void {
  const { pending } = stored.hidden;
  if (!pending) return;
  voidInvoice(context, pending.invoice);
  dropChange(context, stored);
  emit(context, 'customer.subscription.pending_update_expired', stored.root, stored.body);
}

/** Drops the pending change of an invoice, because the invoice was voided. */
export function dropChangeOf(context: Context, stored: StoredSubscription, invoice: string): void {
  if (stored.hidden.pending?.invoice === invoice) dropChange(context, stored);
}

/** Applies the pending change of an invoice, because the invoice was paid. */
export function applyChangeOf(context: Context, stored: StoredSubscription, invoice: string): void {
  const { pending } = stored.hidden;
  if (pending?.invoice !== invoice) return;
  applyChange(context, stored, pending);
  emit(context, 'customer.subscription.pending_update_applied', stored.root, stored.body);
}

type Tried = 'paid' | 'declined' | 'asked';

/** Charges the card of an invoice, without its owner (`asks`: unless the bank requires 3-D Secure) or with. */
export function tryToPay(
  context: Context,
  stored: StoredSubscription,
  invoice: Stripe.Invoice,
  card: Card,
  asks: boolean,
): Tried {
  const [payment] = context.store.find<Stripe.InvoicePayment>('invoice_payment', { invoice: invoice.id });
  const known =
    payment && context.store.get<Stripe.PaymentIntent>('payment_intent', String(payment.body.payment.payment_intent));
  const intent = known ?? createInvoiceIntent(context, stored.root, invoice);
  if (asks) {
    const open = awaitBank(context, invoice.id, intent);
    emit(context, 'invoice.payment_action_required', stored.root, open);
    return 'asked';
  }
  intent.body = { ...intent.body, next_action: null };
  const charged = chargeCard(context, intent, card, stored.hidden.email, declineOf(card));
  const settledInvoice = settleInvoice(context, invoice.id, charged.intent, charged.ok, null);
  emit(context, charged.ok ? 'invoice.paid' : 'invoice.payment_failed', stored.root, settledInvoice);
  return charged.ok ? 'paid' : 'declined';
}

/**
 * Changes the item of a subscription, depending on `payment_behavior`: at once, at once or not at all, or when its
 * invoice is paid.
 */
export function changeItems(context: Context, stored: StoredSubscription, input: ChangeInput): void {
  const planned = planChange(context, stored, input);
  if (!planned) return;
  expireChange(context, stored);
  const { card } = stored.hidden;
  const behaviour = input.payment_behavior ?? 'allow_incomplete';
  if (behaviour === 'error_if_incomplete' && (asksEachTime(card) || declineOf(card))) {
    const decline = declineOf(card);
    throw new StripeError(402, {
      type: 'card_error',
      code: decline?.code ?? 'subscription_payment_intent_requires_action',
      message:
        decline?.message ??
        'Payment for this subscription requires additional user action before it can be completed successfully.',
    });
  }
  const invoice = createInvoice(context, planned.invoice);
  changeSubscription(context, stored, { latest_invoice: invoice.id });
  const tried = tryToPay(context, stored, invoice, card, asksEachTime(card));
  if (tried === 'paid' || behaviour !== 'pending_if_incomplete') {
    applyChange(context, stored, planned.change);
    if (tried !== 'paid') changeSubscription(context, stored, { status: 'past_due' });
    return;
  }
  const { line, period } = planned.change;
  stored.hidden = { ...stored.hidden, pending: { ...planned.change, invoice: invoice.id } };
  context.store.save(stored);
  changeSubscription(context, stored, {
    pending_update: {
      billing_cycle_anchor: null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(periodOf(stored.body).end, nowSeconds() + PENDING_SECONDS),
      metadata: null,
      subscription_items: [
        subscriptionItem(stored.id, line, period, stored.body.items.data[0]?.id),
      ] as unknown as Stripe.SubscriptionItem[],
      trial_end: null,
      trial_from_plan: null,
    },
  });
}
