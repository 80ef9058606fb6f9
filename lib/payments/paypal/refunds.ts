import 'server-only';
import type { RefundFact } from '../types';
import { callPayPal, PayPalError } from './client';
import { toPayPalValue } from './money';
import { findPayPalOrder } from './orders';
import { payPalRefund, refundFact } from './reversal-facts';

/**
 * Gives money of a PayPal payment back. Safe to repeat with the same order.
 *
 * @returns the refund as PayPal has it, or PayPal's reason for a refusal
 * @throws PayPalError when PayPal does not answer: it is unknown whether the refund was made
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
