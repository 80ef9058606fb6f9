import type { PaymentEvent } from '../types';
import { fromPayPalValue } from './money';
import type { PayPalOrder } from './orders';

/**
 * What a captured order says about its payment, or null while it says nothing final: not captured, or under PayPal's
 * own review.
 */
export function orderEvent(order: PayPalOrder): PaymentEvent | null {
  const unit = order.purchase_units?.[0];
  const capture = unit?.payments?.captures?.[0];
  const paymentId = unit?.custom_id ?? null;
  const payment = { provider: 'paypal' as const, reference: order.id, paymentId };
  if (!capture) return null;
  switch (capture.status) {
    case 'COMPLETED':
      return {
        ...payment,
        kind: 'paid',
        // An amount that cannot be read is never the right one.
        amountCents: fromPayPalValue(capture.amount.value) ?? -1,
        currency: capture.amount.currency_code,
        ...(capture.update_time ? { confirmedAt: new Date(capture.update_time) } : {}),
      };
    case 'REFUNDED':
      return { ...payment, kind: 'reverted', state: 'reembolsado' };
    case 'DECLINED':
    case 'FAILED':
      return { ...payment, kind: 'closed', state: 'fallido' };
    default:
      return null;
  }
}
