import { z } from 'zod';
import type { PayoutNews } from '../../provider';
import type { PayPalEvent } from './types';

const batchNews = z
  .object({
    batch_header: z.object({
      payout_batch_id: z.string(),
      sender_batch_header: z.object({ sender_batch_id: z.uuid() }),
    }),
  })
  .transform(({ batch_header: header }) => ({
    withdrawalId: header.sender_batch_header.sender_batch_id,
    batchId: header.payout_batch_id,
  }));

const itemNews = z
  .object({ payout_batch_id: z.string().nullish(), payout_item: z.object({ sender_item_id: z.uuid() }) })
  .transform((item) => ({ withdrawalId: item.payout_item.sender_item_id, batchId: item.payout_batch_id ?? null }));

const resource = z.union([batchNews, itemNews]);

/** A payout or its batch changed. Its current state at PayPal counts. */
export function payoutEvent(event: PayPalEvent): PayoutNews | null {
  const { data } = resource.safeParse(event.resource);
  return data ? { kind: 'payout', ...data } : null;
}
