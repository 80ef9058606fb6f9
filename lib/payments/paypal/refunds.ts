import 'server-only';
import type { RefundFact } from '../types';
import { callPayPal, PayPalError } from './client';
import { toPayPalValue } from './money';
import { findPayPalOrder } from './orders';
import { payPalRefund, refundFact } from './reversal-facts';

/**
 * Refunds a PayPal payment. Idempotent per order.
 *
 * @returns PayPal's refund, or its reason for a refusal
 * @throws PayPalError if PayPal does not answer: the outcome is unknown
 */
export async function refundPayPalPayment(
  reference: string,
  order: { id: string; cents: number },
): Promise<RefundFact | { refused: string }> {
  const found = await findPayPalOrder(reference);
  const capture = found?.purchase_units?.[0]?.payments?.captures?.[0];
  if (!capture) return { refused: 'NO_CAPTURE' };
  try {
    return refundFact(
      payPalRefund.parse(
        await callPayPal({
          method: 'POST',
          path: `/v2/payments/captures/${encodeURIComponent(capture.id)}/refund`,
          requestId: `reembolso:${order.id}`,
          body: {
            amount: { currency_code: capture.amount.currency_code, value: toPayPalValue(order.cents) },
            custom_id: order.id,
          },
        }),
      ),
    );
  } catch (error) {
    if (error instanceof PayPalError && error.isRefusal) return { refused: error.issue };
    throw error;
  }
}
