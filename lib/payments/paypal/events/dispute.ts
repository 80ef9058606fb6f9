import { z } from 'zod';
import type { PaymentEvent } from '../../types';
import { findNamedDispute, ordersOf } from '../disputes';
import { findPayPalReversals } from '../reversals';
import type { PayPalEvent } from './types';

const named = z.object({ dispute_id: z.string() });

/** A dispute was opened, changed or decided. The current state of all disputes of the payment counts. */
export async function disputeEvent(event: PayPalEvent): Promise<PaymentEvent | null> {
  const dispute = await findNamedDispute(named.parse(event.resource).dispute_id);
  const [order] = dispute ? await ordersOf(dispute) : [];
  return order ? findPayPalReversals(order) : null;
}
