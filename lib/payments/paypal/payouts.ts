import 'server-only';
import { z } from 'zod';
import type { PayoutFound, PayoutService } from '../provider';
import { callPayPal, PayPalError } from './client';
import { toPayPalValue } from './money';

const created = z.object({ batch_header: z.object({ payout_batch_id: z.string() }) });

const problem = z.object({ name: z.string() });

const item = z.object({
  payout_item_id: z.string(),
  transaction_status: z.string(),
  errors: problem.optional(),
});

const batch = z.object({
  batch_header: z.object({
    batch_status: z.string(),
    sender_batch_header: z.object({ sender_batch_id: z.string().optional() }).optional(),
    errors: problem.optional(),
  }),
  items: z.array(item).optional(),
});

/**
 * Sends money to a creator's PayPal account. The same withdrawal within 30 days gives the same batch, because
 * `sender_batch_id` is the withdrawal.
 *
 * @returns PayPal's id of the batch
 * @throws PayPalError when PayPal refuses it, or it is unknown whether it was made
 */
async function sendPayout(withdrawal: { id: string; email: string; cents: number }): Promise<string> {
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
    // The payout was made before and the answer was lost; PayPal names its batch.
    const known = error instanceof PayPalError ? /\/payouts\/([^/?]+)$/.exec(error.href ?? '')?.[1] : undefined;
    if (known) return known;
    throw error;
  }
}

/** Refusals about the payout itself. Any other is about the shop's own access, and a later try may succeed. */
const finalStatuses = new Set([400, 404, 409, 422]);

/**
 * Whether PayPal has understood a payout and refused it. Only for the first call about a withdrawal does this prove
 * that nothing was paid. "The batch exists already", without its id, is not a refusal.
 */
const isRefusedPayout = (error: PayPalError): boolean =>
  finalStatuses.has(error.status) && !/sender_batch_id already exists|duplicate batch/i.test(error.issue);

const paid = new Set(['SUCCESS']);
const failed = new Set(['FAILED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED']);
const waits: Record<string, PayoutFound['wait']> = { UNCLAIMED: 'unclaimed', ONHOLD: 'held', HELD: 'held' };
const deadBatch = new Set(['DENIED', 'CANCELED']);

/**
 * The current state of a batch and its single item. For a batch that was denied as a whole, the item does not count.
 *
 * @returns the state and the withdrawal it was made for; `reason` is PayPal's own word for a failure
 */
async function findPayout(batchId: string): Promise<PayoutFound> {
  const { batch_header: header, items } = batch.parse(
    await callPayPal({ method: 'GET', path: `/v1/payments/payouts/${encodeURIComponent(batchId)}` }),
  );
  const withdrawalId = header.sender_batch_header?.sender_batch_id ?? null;
  const only = items?.[0];
  const itemId = only?.payout_item_id ?? null;
  if (deadBatch.has(header.batch_status)) {
    return { withdrawalId, state: 'failed', wait: null, itemId, reason: header.errors?.name ?? header.batch_status };
  }
  const status = only?.transaction_status ?? 'PENDING';
  return {
    withdrawalId,
    state: paid.has(status) ? 'paid' : failed.has(status) ? 'failed' : 'waiting',
    wait: waits[status] ?? null,
    itemId,
    reason: failed.has(status) ? (only?.errors?.name ?? status) : null,
  };
}

/** PayPal as it sends the creators their money. */
export const payPalPayouts: PayoutService = {
  send: sendPayout,
  find: findPayout,
  refusal: (error) => (error instanceof PayPalError && isRefusedPayout(error) ? error.issue : null),
};
