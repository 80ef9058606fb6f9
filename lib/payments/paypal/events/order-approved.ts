import { z } from 'zod';
import type { PaymentEvent } from '../../types';
import { lookUpPayPal } from '../look-up';
import type { PayPalEvent } from './types';

const resource = z.object({ id: z.string() });

/** Captures an approved order, because the buyer may never return to the shop. */
export async function orderApproved(event: PayPalEvent): Promise<PaymentEvent | null> {
  const answer = await lookUpPayPal(resource.parse(event.resource).id);
  return typeof answer === 'string' ? null : answer;
}
