import { z } from 'zod';
import type { Context } from '../context.ts';
import { json } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { paypalId } from '../ids.ts';
import { toCents, toDecimal } from '../money.ts';
import { isoNow, paypalRoute, wantsRepresentation } from './api.ts';
import { feeOf, requireCapture, type StoredCapture, saveCapture } from './captures.ts';
import { notFound, unprocessable } from './errors.ts';
import { emit } from './events.ts';
import { money } from './order-params.ts';

const schema = z.object({
  amount: money.optional(),
  custom_id: z.string().max(127).optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
});
export type RefundInput = z.output<typeof schema>;

function checkRefund(capture: StoredCapture, input: RefundInput): number {
  const { body, hidden } = capture;
  const left = toCents(body.amount.value) - hidden.refunded;
  if (body.status === 'PENDING' || body.status === 'DECLINED') {
    throw unprocessable('REFUND_NOT_ALLOWED', 'The capture is not in a state that allows a refund.');
  }
  if (hidden.disputed && input.amount && toCents(input.amount.value) < left) {
    throw unprocessable(
      'TRANSACTION_DISPUTED',
      'Partial refunds cannot be offered at this time because there is an open case on this transaction.',
    );
  }
  if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  if (!input.amount) return left;
  const field = { field: '/amount/value', value: input.amount.value, location: 'body' as const };
  if (input.amount.currency_code !== body.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'Refund must be in the same currency as the capture', {
      ...field,
      field: '/amount/currency_code',
      value: input.amount.currency_code,
    });
  }
  if (!/^\d+(\.\d{1,2})?$/.test(input.amount.value)) {
    throw unprocessable(
      'DECIMAL_PRECISION',
      'The value of the field should not be more than two decimal places.',
      field,
    );
  }
  const cents = toCents(input.amount.value);
  if (cents === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', field);
  if (cents > left)
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      field,
    );
  return cents;
}

/**
 * Refunds a capture in full or in part. `reversal` is the same movement made by PayPal after a dispute or a chargeback.
 */
export function refundCapture(
  context: Context,
  capture: StoredCapture,
  input: RefundInput,
  kind: 'refund' | 'reversal' = 'refund',
  isPending = capture.hidden.holdsRefunds === true,
) {
  const cents = checkRefund(capture, input);
  const { currency_code } = capture.body.amount;
  const amount = (value: number) => ({ currency_code, value: toDecimal(value) });
  const id = paypalId();
  const time = isoNow();
  const before = capture.hidden.refunded;
  const whole = toCents(capture.body.amount.value);
  const { custom_id = capture.body.custom_id, invoice_id = capture.body.invoice_id } = input;
  const refund = {
    id,
    status: isPending ? 'PENDING' : 'COMPLETED',
    ...(isPending ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: amount(cents),
    ...(input.note_to_payer ? { note_to_payer: input.note_to_payer } : {}),
    ...(custom_id ? { custom_id } : {}),
    ...(invoice_id ? { invoice_id } : {}),
    seller_payable_breakdown: {
      gross_amount: amount(cents),
      paypal_fee: amount(Math.round((feeOf(whole) * cents) / whole)),
      net_amount: amount(cents - Math.round((feeOf(whole) * cents) / whole)),
      total_refunded_amount: amount(before + cents),
    },
    links: [
      { href: `${context.url}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${context.url}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: time,
    update_time: time,
  };
  context.store.put('paypal_refund', refund, { root: capture.root });
  capture.hidden = { ...capture.hidden, refunded: before + cents };
  saveCapture(context, capture);
  const done = kind === 'refund' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.CAPTURE.REVERSED';
  emit(context, isPending ? 'PAYMENT.REFUND.PENDING' : done, capture.root, refund);
  return refund;
}

type RefundBody = { id: string; status: string; amount: { value: string }; links: { rel: string; href: string }[] };

/** Settles a pending refund. If it fails, the capture holds the money again. */
export function settleRefund(context: Context, id: string, status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): RefundBody {
  const refund = context.store.get<RefundBody>('paypal_refund', id);
  if (!refund) throw notFound('refund_id', id);
  if (refund.body.status === status || refund.body.status === 'FAILED' || refund.body.status === 'CANCELLED')
    throw unprocessable('REFUND_NOT_ALLOWED', `The refund is ${refund.body.status}.`);
  refund.body = { ...refund.body, status };
  context.store.save(refund);
  const captureId =
    refund.body.links
      .find(({ rel }) => rel === 'up')
      ?.href.split('/')
      .at(-1) ?? '';
  const capture = requireCapture(context, captureId);
  if (status !== 'COMPLETED') {
    capture.hidden = { ...capture.hidden, refunded: capture.hidden.refunded - toCents(refund.body.amount.value) };
    saveCapture(context, capture);
  }
  emit(
    context,
    status === 'COMPLETED' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED',
    refund.root,
    refund.body,
  );
  return refund.body;
}

export const refundRoutes: Route[] = [
  paypalRoute('POST', '/v2/payments/captures/:id/refund', schema, (request, input) => {
    const refund = refundCapture(request.context, requireCapture(request.context, request.params.id ?? ''), input);
    const { id, status, links } = refund;
    return json(201, wantsRepresentation(request) ? refund : { id, status, links });
  }),
  paypalRoute('GET', '/v2/payments/refunds/:id', z.unknown(), ({ context, params }) => {
    const refund = context.store.get('paypal_refund', params.id ?? '');
    if (!refund) throw notFound('refund_id', params.id ?? '');
    return json(200, refund.body);
  }),
];
