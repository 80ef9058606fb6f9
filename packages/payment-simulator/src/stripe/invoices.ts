import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { type InvoiceInput, newInvoice } from './invoice-body.ts';
import type { StoredSubscription } from './subscriptions.ts';

/** Creates an open invoice of one subscription period. */
export function createInvoice(context: Context, input: InvoiceInput): Stripe.Invoice {
  const made = newInvoice(context.options.merchantName, input);
  const invoice = { ...made, hosted_invoice_url: `${context.url}/invoice/${made.id}` };
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

function requireInvoice(context: Context, id: string): Stored<Stripe.Invoice> {
  const stored = context.store.get<Stripe.Invoice>('invoice', id);
  if (!stored) throw noSuch('invoice', id, 'invoice');
  return stored;
}

/** Records that the bank requires 3-D Secure of the payer of an invoice. */
export function awaitBank(context: Context, id: string, intent: Stored<Stripe.PaymentIntent>): Stripe.Invoice {
  intent.body = { ...intent.body, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } };
  context.store.save(intent);
  emit(context, 'payment_intent.requires_action', intent.root, intent.body);
  return settleInvoice(context, id, intent.body, false, null);
}

/** Voids an open invoice: nobody can pay it any more. */
export function voidInvoice(context: Context, id: string): Stripe.Invoice {
  const stored = requireInvoice(context, id);
  const { body } = stored;
  if (body.status !== 'open') {
    throw invalid(`This invoice is not open, so it cannot be voided. Its status is ${body.status}.`);
  }
  stored.body = {
    ...body,
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...body.status_transitions, voided_at: nowSeconds() },
  };
  context.store.save(stored);
  for (const payment of context.store.find<Stripe.InvoicePayment>('invoice_payment', { invoice: id })) {
    payment.body = { ...payment.body, status: 'canceled' };
    context.store.save(payment);
  }
  emit(context, 'invoice.voided', stored.root, stored.body);
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
