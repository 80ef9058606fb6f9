import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { type InvoiceInput, newInvoice } from './invoice-body.ts';
import type { StoredSubscription } from './subscriptions.ts';

/** Creates an open invoice of one subscription period. */
export function createInvoice(context: Context, input: InvoiceInput): Stripe.Invoice {
  const invoice = newInvoice(context.options.merchantName, input);
  context.store.put('invoice', invoice, { root: input.root });
  return invoice;
}

/** Records the result of a collection attempt. */
export function settleInvoice(
  context: Context,
  id: string,
  intent: Stripe.PaymentIntent,
  paid: boolean,
  retryAt: number | null,
): Stripe.Invoice {
  const stored = context.store.get<Stripe.Invoice>('invoice', id);
  if (!stored) throw new Error(`invoice ${id} is missing`);
  const now = nowSeconds();
  const { body } = stored;
  stored.body = {
    ...body,
    attempt_count: body.attempt_count + 1,
    attempted: true,
    next_payment_attempt: paid ? null : retryAt,
    ...(paid
      ? {
          status: 'paid',
          amount_paid: body.amount_due,
          amount_remaining: 0,
          status_transitions: { ...body.status_transitions, paid_at: now },
        }
      : {}),
  };
  context.store.save(stored);
  recordInvoicePayment(context, stored, intent, paid);
  return stored.body;
}

/** Links an invoice to its payment intent: open from the first attempt, paid after the payment. */
function recordInvoicePayment(
  context: Context,
  invoice: Stored<Stripe.Invoice>,
  intent: Stripe.PaymentIntent,
  paid: boolean,
): void {
  const now = nowSeconds();
  const { amount_due, currency } = invoice.body;
  const result = {
    amount_paid: paid ? amount_due : null,
    status: paid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: paid ? now : null },
  };
  const [known] = context.store.find<Stripe.InvoicePayment>('invoice_payment', { invoice: invoice.id });
  if (known) {
    known.body = { ...known.body, ...result };
    context.store.save(known);
    return;
  }
  const payment: Stripe.InvoicePayment = {
    id: stripeId('inpay'),
    object: 'invoice_payment',
    amount_requested: amount_due,
    created: now,
    currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    ...result,
  };
  context.store.put('invoice_payment', payment, { root: invoice.root });
}

/** The invoice input of a subscription's next period. */
export function cycleInvoiceInput(
  subscription: StoredSubscription,
  period: { start: number; end: number },
  email: string | null,
): InvoiceInput {
  const { body, hidden } = subscription;
  return {
    root: subscription.root,
    subscription: body.id,
    subscriptionItem: body.items.data[0]?.id ?? '',
    customer: String(body.customer),
    customerEmail: email,
    lines: hidden.lines,
    period,
    reason: 'subscription_cycle',
    metadata: body.metadata,
  };
}
