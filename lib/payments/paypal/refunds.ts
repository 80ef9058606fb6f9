import 'server-only';
import { z } from 'zod';
import type { RefundOutcome } from '../refunds';
import { callPayPal, PayPalError } from './client';
import { findPayPalOrder } from './orders';

const refund = z.object({ status: z.string() });

/**
 * Gives the money of a PayPal payment back. Safe to repeat with the same key.
 *
 * @throws PayPalError when PayPal does not answer: the same call is made again later
 */
export async function refundPayPalPayment(reference: string, key: string): Promise<RefundOutcome> {
  const order = await findPayPalOrder(reference);
  const capture = order?.purchase_units?.[0]?.payments?.captures?.[0];
  if (!capture) return { status: 'refused', reason: 'NO_CAPTURE' };
  if (capture.status === 'REFUNDED') return { status: 'done' };
  try {
    const answer = refund.parse(
      await callPayPal({
        method: 'POST',
        path: `/v2/payments/captures/${capture.id}/refund`,
        requestId: key,
        body: {},
      }),
    );
    if (answer.status === 'FAILED' || answer.status === 'CANCELLED') {
      return { status: 'refused', reason: answer.status };
    }
    return { status: answer.status === 'COMPLETED' ? 'done' : 'pending' };
  } catch (error) {
    if (error instanceof PayPalError && error.issue === 'CAPTURE_FULLY_REFUNDED') return { status: 'done' };
    if (error instanceof PayPalError && error.isRefusal) return { status: 'refused', reason: error.issue };
    throw error;
  }
}
