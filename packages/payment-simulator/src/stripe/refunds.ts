import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import { providerAmount } from '../money.ts';
import type { Stored } from '../store/store.ts';
import { stripeRoute } from './api.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { answer } from './expand.ts';
import { listParams, listReply } from './list.ts';
import { expand, metadata, positiveInteger, text, withoutEmpty } from './params.ts';

const schema = z.strictObject({
  amount: positiveInteger.optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
});

export type RefundInput = z.output<typeof schema>;

function findCharge(context: Context, input: RefundInput): Stored<Stripe.Charge> {
  if (input.charge) {
    const charge = context.store.get<Stripe.Charge>('charge', input.charge);
    if (!charge) throw noSuch('charge', input.charge, 'charge', 400);
    return charge;
  }
  const { payment_intent: id } = input;
  if (!id) throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = context.store.get<Stripe.PaymentIntent>('payment_intent', id);
  if (!intent) throw noSuch('payment_intent', id, 'payment_intent', 400);
  const charge =
    intent.body.status === 'succeeded'
      ? context.store.get<Stripe.Charge>('charge', String(intent.body.latest_charge))
      : undefined;
  if (!charge)
    throw invalid(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent_unexpected_state',
    );
  return charge;
}

/** True if a dispute holds the money. An inquiry moves no money. */
function isHeld(context: Context, charge: string): boolean {
  return context.store
    .find<Stripe.Dispute>('dispute', { charge })
    .some(({ body }) => ['needs_response', 'under_review', 'lost'].includes(body.status));
}

/** Refunds to this card stay pending, as with Stripe's test card. */
const PENDING_LAST4 = '7726';

/** Refunds a charge in full or in part and sends the event. */
export function createRefund(context: Context, input: RefundInput, isPending = false): Stripe.Refund {
  const charge = findCharge(context, input);
  const { body } = charge;
  const left = body.amount_captured - body.amount_refunded;
  if (!body.paid) throw invalid(`Charge ${body.id} cannot be refunded because it did not succeed.`, 'charge');
  if (isHeld(context, body.id))
    throw invalid(`Charge ${body.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed');
  if (left === 0) throw invalid(`Charge ${body.id} has already been refunded.`, undefined, 'charge_already_refunded');
  const amount = input.amount ?? left;
  if (amount > left) {
    throw invalid(
      `Refund amount (${providerAmount(amount, body.currency)}) is greater than unrefunded amount on charge (${providerAmount(left, body.currency)})`,
      'amount',
    );
  }
  const refund: Stripe.Refund = {
    id: stripeId('re'),
    object: 'refund',
    amount,
    balance_transaction: stripeId('txn'),
    charge: body.id,
    created: nowSeconds(),
    currency: body.currency,
    customer: body.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: withoutEmpty(input.metadata),
    payment_intent: body.payment_intent,
    payment_method: body.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending || body.payment_method_details?.card?.last4 === PENDING_LAST4 ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  context.store.put('refund', refund, { root: charge.root });
  const previous = { amount_refunded: body.amount_refunded, ...(amount === left ? { refunded: false } : {}) };
  charge.body = { ...body, amount_refunded: body.amount_refunded + amount, refunded: amount === left };
  context.store.save(charge);
  emit(context, 'refund.created', charge.root, refund);
  emit(context, 'charge.refunded', charge.root, charge.body, previous);
  return refund;
}

/** Settles a pending refund. If it fails, the charge holds the money again. */
export function settleRefund(context: Context, id: string, status: 'succeeded' | 'failed' | 'canceled'): Stripe.Refund {
  const refund = context.store.get<Stripe.Refund>('refund', id);
  if (!refund) throw noSuch('refund', id, 'refund', 400);
  const charge = context.store.get<Stripe.Charge>('charge', String(refund.body.charge));
  const before = refund.body.status ?? '';
  if (!charge || before === 'failed' || before === 'canceled' || before === status)
    throw invalid(`Refund ${id} is ${before} and cannot become ${status}.`);
  const previous = { status: before };
  refund.body = {
    ...refund.body,
    status,
    ...(status === 'failed'
      ? { failure_reason: 'expired_or_canceled_card', failure_balance_transaction: stripeId('txn') }
      : {}),
  };
  context.store.save(refund);
  if (status !== 'succeeded') {
    charge.body = {
      ...charge.body,
      amount_refunded: charge.body.amount_refunded - refund.body.amount,
      refunded: false,
    };
    context.store.save(charge);
  }
  emit(context, 'refund.updated', refund.root, refund.body, previous);
  emit(context, 'charge.refund.updated', refund.root, refund.body, previous);
  if (status === 'failed') emit(context, 'refund.failed', refund.root, refund.body);
  return refund.body;
}

export const refundRoutes: Route[] = [
  stripeRoute('POST', '/v1/refunds', schema, ({ context }, input) =>
    answer(context, createRefund(context, input), input.expand),
  ),
  stripeRoute('GET', '/v1/refunds/:id', z.strictObject({ expand }), ({ context, params }, input) => {
    const refund = context.store.get('refund', params.id ?? '');
    if (!refund) throw noSuch('refund', params.id ?? '', 'refund');
    return answer(context, refund.body, input.expand);
  }),
  stripeRoute(
    'GET',
    '/v1/refunds',
    z.strictObject({ ...listParams, charge: z.string().optional(), payment_intent: z.string().optional() }),
    ({ context }, input) => {
      const refunds = context.store.find<Stripe.Refund>('refund', {
        charge: input.charge,
        payment_intent: input.payment_intent,
      });
      return listReply(
        context,
        '/v1/refunds',
        refunds.map((found) => found.body),
        input,
      );
    },
  ),
];
