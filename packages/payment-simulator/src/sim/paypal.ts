import { z } from 'zod';
import type { Context } from '../context.ts';
import type { Route } from '../http/router.ts';
import { requireCapture, type StoredCapture, settlePending } from '../paypal/captures.ts';
import {
  OUTCOMES,
  openDispute,
  requireDispute,
  resolveDispute,
  STAGES,
  STATUSES,
  updateDispute,
} from '../paypal/disputes.ts';
import { money } from '../paypal/order-params.ts';
import { approveOrder, requireOrder } from '../paypal/orders.ts';
import { ITEM_STATUSES, type ItemBody, itemView, type StoredItem, setItemStatus } from '../paypal/payout-items.ts';
import { processPayouts } from '../paypal/payouts.ts';
import { refundCapture, settleRefund } from '../paypal/refunds.ts';
import { newestOf } from './newest.ts';
import { SimError, simRoute } from './route.ts';

/** Finds a capture by its own id or its order's. */
function captureOf(context: Context, id: string): StoredCapture {
  return requireCapture(context, newestOf(context, 'capture', id));
}

const disputeOf = (context: Context, id: string) => requireDispute(context, newestOf(context, 'paypal_dispute', id));

/** Finds payout items by item id, batch id, sender_batch_id or sender_item_id. */
function itemsOf(context: Context, id: string): StoredItem[] {
  const paths = ['payout_item_id', 'payout_batch_id', 'sender_batch_id', 'payout_item.sender_item_id'];
  for (const path of paths) {
    const items = context.store.find<ItemBody>('payout_item', { [path]: id });
    if (items.length > 0) return items;
  }
  throw new SimError(404, `No payout item for ${id}.`);
}

const order = '/paypal/orders/:id';
const partial = z.strictObject({
  id: z.string(),
  amount: z.strictObject({ currency_code: z.string(), value: z.string() }).optional(),
});

/** Switches for immediate actions of PayPal or the payer. */
export const paypalSwitches: Route[] = [
  simRoute(
    'POST',
    `${order}/approve`,
    z.strictObject({
      funding: z.enum(['balance', 'declined', 'pending']).default('balance'),
      email: z.string().default('compradora@paypal.example'),
    }),
    ({ context, params }, input) =>
      approveOrder(context, requireOrder(context, params.id ?? ''), input.funding, input.email).body,
  ),
  simRoute('POST', `${order}/expire`, z.strictObject({}), ({ context, params }) => {
    const stored = requireOrder(context, params.id ?? '');
    stored.hidden = { ...stored.hidden, expired: true };
    context.store.save(stored);
    return { ok: true };
  }),
  simRoute(
    'POST',
    `${order}/tamper`,
    z.strictObject({
      value: z.string().optional(),
      currency_code: z.string().optional(),
      custom_id: z.string().optional(),
    }),
    ({ context, params }, input) => {
      const stored = requireOrder(context, params.id ?? '');
      const units = stored.body.purchase_units.map((unit) => ({
        ...unit,
        amount: {
          currency_code: input.currency_code ?? unit.amount.currency_code,
          value: input.value ?? unit.amount.value,
        },
        ...(input.custom_id ? { custom_id: input.custom_id } : {}),
      }));
      stored.body = { ...stored.body, purchase_units: units };
      context.store.save(stored);
      return stored.body;
    },
  ),
  simRoute(
    'POST',
    '/paypal/refund',
    partial.extend({ pending: z.boolean().default(false) }),
    ({ context }, { id, amount, pending }) =>
      refundCapture(context, captureOf(context, id), { amount }, 'refund', pending),
  ),
  simRoute(
    'POST',
    '/paypal/refund/settle',
    z.strictObject({ id: z.string(), status: z.enum(['COMPLETED', 'FAILED', 'CANCELLED']) }),
    ({ context }, input) => settleRefund(context, newestOf(context, 'paypal_refund', input.id), input.status),
  ),
  simRoute(
    'POST',
    '/paypal/refund/hold',
    z.strictObject({ id: z.string(), value: z.boolean().default(true) }),
    ({ context }, input) => {
      const capture = captureOf(context, input.id);
      capture.hidden = { ...capture.hidden, holdsRefunds: input.value };
      context.store.save(capture);
      return capture.body;
    },
  ),
  simRoute(
    'POST',
    '/paypal/dispute',
    z.strictObject({
      id: z.string(),
      stage: z.enum(STAGES).default('CHARGEBACK'),
      reason: z.string().default('UNAUTHORISED'),
      amount: money.optional(),
    }),
    ({ context }, { id, ...input }) => openDispute(context, captureOf(context, id), input),
  ),
  simRoute(
    'POST',
    '/paypal/dispute/update',
    z.strictObject({ id: z.string(), stage: z.enum(STAGES).optional(), status: z.enum(STATUSES).optional() }),
    ({ context }, { id, ...by }) => updateDispute(context, captureOf(context, id), disputeOf(context, id), by),
  ),
  simRoute(
    'POST',
    '/paypal/dispute/resolve',
    z.strictObject({ id: z.string(), outcome: z.enum(OUTCOMES).nullable(), amount: money.optional() }),
    ({ context }, { id, ...input }) => resolveDispute(context, captureOf(context, id), disputeOf(context, id), input),
  ),
  simRoute('POST', '/paypal/reverse', partial, ({ context }, input) =>
    refundCapture(context, captureOf(context, input.id), { amount: input.amount }, 'reversal'),
  ),
  simRoute(
    'POST',
    '/paypal/settle',
    z.strictObject({ id: z.string(), outcome: z.enum(['completed', 'denied']) }),
    ({ context }, input) => settlePending(context, captureOf(context, input.id), input.outcome),
  ),
  simRoute('POST', '/paypal/forget-requests', z.strictObject({}), ({ context }) => {
    context.store.run("delete from idempotency where scope like 'paypal %'");
    return { ok: true };
  }),
  simRoute(
    'POST',
    '/paypal/payouts-item',
    z.strictObject({ id: z.string(), status: z.enum(ITEM_STATUSES) }),
    ({ context }, input) => {
      // The processing of a pending batch would replace the status.
      processPayouts(context);
      return itemsOf(context, input.id).map((item) => itemView(setItemStatus(context, item, input.status)));
    },
  ),
];
