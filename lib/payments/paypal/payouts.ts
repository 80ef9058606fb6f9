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
 * Sends money to a creator's PayPal account. `sender_batch_id` is the withdrawal's id, so a repetition within 30 days
 * returns the same batch.
 *
 * @returns PayPal's id of the batch
 * @throws PayPalError if PayPal refuses, or the outcome is unknown
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
    // The payout exists and its answer was lost; PayPal links the batch.
    const known = error instanceof PayPalError ? /\/payouts\/([^/?]+)$/.exec(error.href ?? '')?.[1] : undefined;
    if (known) return known;
    throw error;
  }
}

/** Refusals of the payout itself. Other statuses concern the shop's access, and a later attempt may succeed. */
const finalStatuses = new Set([400, 404, 409, 422]);

/**
 * True if PayPal understood and refused a payout. Only for the first call of a withdrawal this proves that nothing was
 * paid. "The batch exists already", without its id, is not a refusal.
 */
const isRefusedPayout = (error: PayPalError): boolean =>
  finalStatuses.has(error.status) && !/sender_batch_id already exists|duplicate batch/i.test(error.issue);

const paid = new Set(['SUCCESS']);
const failed = new Set(['FAILED', 'RETURNED', 'BLOCKED', 'REFUNDED', 'REVERSED', 'DENIED', 'CANCELED']);
const waits: Record<string, PayoutFound['wait']> = { UNCLAIMED: 'unclaimed', ONHOLD: 'held', HELD: 'held' };
const deadBatch = new Set(['DENIED', 'CANCELED']);

/**
 * The current state of a batch and its single item. If the whole batch was denied, the item is ignored.
 *
 * @returns the state and the withdrawal; `reason` is PayPal's code of a failure
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

/** PayPal as payout service. */
export const payPalPayouts: PayoutService = {
  send: sendPayout,
  find: findPayout,
  refusal: (error) => (error instanceof PayPalError && isRefusedPayout(error) ? error.issue : null),
};
