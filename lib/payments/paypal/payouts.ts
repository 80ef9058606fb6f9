import 'server-only';
import { z } from 'zod';
import { callPayPal, PayPalError } from './client';
import { toPayPalValue } from './money';

export type PayoutState = 'paid' | 'failed' | 'waiting';

const created = z.object({ batch_header: z.object({ payout_batch_id: z.string() }) });

const item = z.object({
  payout_item_id: z.string(),
  transaction_status: z.string(),
  errors: z.object({ name: z.string() }).optional(),
});

const batch = z.object({ items: z.array(item).optional() });

/**
 * Sends money to a creator's PayPal account. Repeating it with the same withdrawal answers the same batch:
 * `sender_batch_id` is the withdrawal.
 *
 * @returns PayPal's id of the batch
 * @throws PayPalError when PayPal refuses it, or nobody can say whether it was made
 */
export async function sendPayout(withdrawal: { id: string; email: string; cents: number }): Promise<string> {
  try {
    const answer = await callPayPal({
      method: 'POST',
      path: '/v1/payments/payouts',
      requestId: `retiro:${withdrawal.id}`,
      body: {
        sender_batch_header: { sender_batch_id: withdrawal.id, email_subject: 'UnStore' },
        items: [
          {
            recipient_type: 'EMAIL',
            receiver: withdrawal.email,
            sender_item_id: withdrawal.id,
            amount: { currency: 'EUR', value: toPayPalValue(withdrawal.cents) },
          },
        ],
      },
    });
    return created.parse(answer).batch_header.payout_batch_id;
  } catch (error) {
    // Made before, and the answer was lost: PayPal names the batch that it has.
    const known = error instanceof PayPalError ? /\/payouts\/([^/?]+)$/.exec(error.href ?? '')?.[1] : undefined;
    if (known) return known;
    throw error;
  }
}

const paid = new Set(['SUCCESS']);
const failed = new Set(['FAILED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED']);

/** How the one item of a batch stands now. `reason` is PayPal's own word for a failure. */
export async function findPayout(
  batchId: string,
): Promise<{ state: PayoutState; itemId: string | null; reason: string | null }> {
  const answer = batch.parse(
    await callPayPal({ method: 'GET', path: `/v1/payments/payouts/${encodeURIComponent(batchId)}` }),
  );
  const only = answer.items?.[0];
  if (!only) return { state: 'waiting', itemId: null, reason: null };
  const status = only.transaction_status;
  return {
    state: paid.has(status) ? 'paid' : failed.has(status) ? 'failed' : 'waiting',
    itemId: only.payout_item_id,
    reason: failed.has(status) ? (only.errors?.name ?? status) : null,
  };
}
