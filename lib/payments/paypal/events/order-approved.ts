import { z } from 'zod';
import type { PaymentEvent } from '../../types';
import { lookUpPayPal } from '../look-up';
import type { PayPalEvent } from './types';

const resource = z.object({ id: z.string() });

/** The buyer has approved and may never come back to the shop, so the money is taken here, too. */
export async function orderApproved(event: PayPalEvent): Promise<PaymentEvent | null> {
  const answer = await lookUpPayPal(resource.parse(event.resource).id);
  return typeof answer === 'string' ? null : answer;
}
