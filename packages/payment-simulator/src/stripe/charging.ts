import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { hexId, nowSeconds, stripeId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { type Card, cardDetails, type Decline, declineOf } from './cards.ts';
import { emit } from './events.ts';

type IntentInput = {
  root: string;
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Record<string, string>;
  description?: string | undefined;
  receiptEmail?: string | undefined;
};

type ChargeResult =
  | { ok: true; intent: Stripe.PaymentIntent }
  | { ok: false; intent: Stripe.PaymentIntent; decline: Decline };

/** Creates a payment intent that needs a payment method. */
export function createIntent(context: Context, input: IntentInput): Stored<Stripe.PaymentIntent> {
  const id = stripeId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${hexId(12)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  context.store.put('payment_intent', intent, { root: input.root });
  const stored = context.store.get<Stripe.PaymentIntent>('payment_intent', id);
  if (!stored) throw new Error(`payment intent ${id} was not stored`);
  return stored;
}

/** Creates the payment intent of an invoice for a subscription that runs already. */
export const createInvoiceIntent = (context: Context, root: string, invoice: Stripe.Invoice) =>
  createIntent(context, {
    root,
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: String(invoice.customer),
    metadata: {},
    description: 'Subscription update',
  });

function outcome(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function createCharge(
  context: Context,
  root: string,
  intent: Stripe.PaymentIntent,
  card: Card,
  email: string | null,
  decline: Decline | undefined,
): Stripe.Charge {
  const id = stripeId('ch');
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : stripeId('txn'),
    billing_details: {
      address: { city: null, country: 'ES', line1: null, line2: null, postal_code: null, state: null },
      email,
      name: card.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: context.options.merchantName.toUpperCase(),
    captured: !decline,
    created: nowSeconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: stripeId('pm'),
    payment_method_details: { card: cardDetails(card, intent.amount), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  context.store.put('charge', charge, { root });
  return charge;
}

/** Charges the intent's amount. After a decline the intent accepts another card. */
export function chargeCard(
  context: Context,
  stored: Stored<Stripe.PaymentIntent>,
  card: Card,
  email: string | null,
  forced?: Decline,
): ChargeResult {
  const decline = forced ?? declineOf(card);
  const charge = createCharge(context, stored.root, stored.body, card, email, decline);
  if (decline) {
    stored.body = {
      ...stored.body,
      status: 'requires_payment_method',
      latest_charge: charge.id,
      last_payment_error: {
        ...decline,
        charge: charge.id,
        doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
        payment_method_type: 'card',
        type: 'card_error',
      },
    };
    context.store.save(stored);
    emit(context, 'payment_intent.payment_failed', stored.root, stored.body);
    return { ok: false, intent: stored.body, decline };
  }
  stored.body = {
    ...stored.body,
    status: 'succeeded',
    amount_received: stored.body.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: charge.payment_method,
  };
  context.store.save(stored);
  emit(context, 'payment_intent.succeeded', stored.root, stored.body);
  return { ok: true, intent: stored.body };
}
