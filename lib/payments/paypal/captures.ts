import 'server-only';
import { z } from 'zod';
import { callPayPal, PayPalError } from './client';

const capture = z.object({
  id: z.string(),
  status: z.string(),
  custom_id: z.string().optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
});

/** The order and payment of a capture; null for a charge made elsewhere. */
export async function findCapturedOrder(captureId: string): Promise<{ orderId: string; paymentId: string } | null> {
  try {
    const path = `/v2/payments/captures/${encodeURIComponent(captureId)}`;
    const found = capture.parse(await callPayPal({ method: 'GET', path }));
    const orderId = found.supplementary_data?.related_ids?.order_id;
    return orderId && found.custom_id ? { orderId, paymentId: found.custom_id } : null;
  } catch (error) {
    if (error instanceof PayPalError && error.status === 404) return null;
    throw error;
  }
}
