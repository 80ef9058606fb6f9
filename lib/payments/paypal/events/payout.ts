import { z } from 'zod';
import { followPayout } from '../../payouts';
import type { PayPalEvent } from '../webhook';

const resource = z.object({ payout_item: z.object({ sender_item_id: z.string().optional() }) });

/** A payout to a creator has changed. What counts is how PayPal has it now. */
export async function payoutEvent(event: PayPalEvent): Promise<null> {
  const id = resource.safeParse(event.resource).data?.payout_item.sender_item_id;
  if (id && z.uuid().safeParse(id).success) await followPayout(id);
  return null;
}
