import type { PaymentEvent, RefundFact, ReversalEvent } from '../types';
import { fromPayPalValue } from './money';
import type { PayPalOrder } from './orders';
import { refundFact } from './reversal-facts';

/** Refunds of a captured order, as shown by the order itself. */
export function takenBack(order: PayPalOrder): ReversalEvent {
  const unit = order.purchase_units?.[0];
  const capture = unit?.payments?.captures?.[0];
  const refunds = (unit?.payments?.refunds ?? []).map(refundFact);
  const listed = refunds.reduce((sum, { state, cents }) => (state === 'fallido' ? sum : sum + cents), 0);
  const rest = (fromPayPalValue(capture?.amount.value ?? '') ?? 0) - listed;
  // PayPal has taken the whole amount back by itself, without listing a refund.
  const reversed: RefundFact[] =
    capture?.status === 'REVERSED' && rest > 0
      ? [
          {
            id: `captura:${capture.id}`,
            ownId: null,
            state: 'hecho',
            cents: rest,
            reason: null,
            problem: null,
            createdAt: new Date(capture.update_time ?? Date.now()),
          },
        ]
      : [];
  return {
    kind: 'reversals',
    provider: 'paypal',
    reference: order.id,
    paymentId: unit?.custom_id ?? null,
    refunds: [...refunds, ...reversed],
    disputes: [],
  };
}

/**
 * The payment event of a captured order; null while it is not final (not captured, or under review by PayPal). A
 * partial refund or a dispute does not change that it was paid.
 */
export function orderEvent(order: PayPalOrder): PaymentEvent | null {
  const unit = order.purchase_units?.[0];
  const capture = unit?.payments?.captures?.[0];
  const paymentId = unit?.custom_id ?? null;
  const payment = { provider: 'paypal' as const, reference: order.id, paymentId };
  if (!capture) return null;
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      return {
        ...payment,
        kind: 'paid',
        // An unreadable amount never counts as the right one.
        amountCents: fromPayPalValue(capture.amount.value) ?? -1,
        currency: capture.amount.currency_code,
        ...(capture.update_time ? { confirmedAt: new Date(capture.update_time) } : {}),
      };
    case 'REFUNDED':
    case 'REVERSED':
      return takenBack(order);
    case 'DECLINED':
    case 'FAILED':
      return { ...payment, kind: 'closed', state: 'fallido' };
    default:
      return null;
  }
}
