import { z } from 'zod';
import type { PaymentEvent } from '../../types';
import { lookUpPayPal } from '../look-up';
import type { PayPalEvent } from './types';

const resource = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string().optional() }).optional() }).optional(),
});

/** A capture changed. The current state of its order counts, because events arrive late or out of order. */
export async function captureEvent(event: PayPalEvent): Promise<PaymentEvent | null> {
  const orderId = resource.parse(event.resource).supplementary_data?.related_ids?.order_id;
  const answer = orderId ? await lookUpPayPal(orderId) : null;
  return typeof answer === 'string' ? null : answer;
}
