import { z } from 'zod';
import type { Context } from '../context.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { paypalId } from '../ids.ts';
import { toCents, toDecimal } from '../money.ts';
import type { Stored } from '../store/store.ts';
import { isoNow, paypalRoute } from './api.ts';
import { notFound, PaypalError } from './errors.ts';
import { emit } from './events.ts';
import { type ItemBody, isDenied, itemView, setItemStatus, statusForReceiver } from './payout-items.ts';

const recipientType = z.enum(['EMAIL', 'PHONE', 'PAYPAL_ID']);
const schema = z.object({
  sender_batch_header: z.object({
    sender_batch_id: z.string().max(256).optional(),
    recipient_type: recipientType.optional(),
    email_subject: z.string().max(255).optional(),
    email_message: z.string().max(1000).optional(),
    note: z.string().max(1000).optional(),
  }),
  items: z
    .array(
      z.object({
        recipient_type: recipientType.optional(),
        amount: z.object({
          currency: z.string().optional(),
          currency_code: z.string().optional(),
          value: z.coerce.string(),
        }),
        receiver: z.string().min(1).max(127),
        note: z.string().max(4000).optional(),
        sender_item_id: z.string().max(63).optional(),
        recipient_wallet: z.string().optional(),
        notification_language: z.string().optional(),
      }),
    )
    .min(1)
    .max(15_000),
});
type PayoutInput = z.output<typeof schema>;

type BatchHeader = {
  payout_batch_id: string;
  batch_status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'DENIED';
  errors?: { name: string; message: string };
  time_created: string;
  time_completed?: string;
  time_closed?: string;
  sender_batch_header: PayoutInput['sender_batch_header'];
  funding_source: 'BALANCE';
  amount: { currency: string; value: string };
  fees: { currency: string; value: string };
};
type BatchBody = { id: string; sender_batch_id: string | null; header: BatchHeader };

function refuse(field: string, issue: string): never {
  throw new PaypalError(400, {
    name: 'VALIDATION_ERROR',
    message: 'Invalid request - see details.',
    details: [{ field, location: 'body', issue }],
  });
}

function checkBatch(context: Context, input: PayoutInput): void {
  const senderBatchId = input.sender_batch_header.sender_batch_id;
  const [same] = senderBatchId ? context.store.find<BatchBody>('payout_batch', { sender_batch_id: senderBatchId }) : [];
  if (same) {
    throw new PaypalError(400, {
      name: 'USER_BUSINESS_ERROR',
      message: 'User business error.',
      details: [
        {
          field: 'SENDER_BATCH_ID',
          location: 'body',
          issue: 'Batch with given sender_batch_id already exists',
          link: [{ href: batchUrl(context, same.id), rel: 'self', method: 'GET', encType: 'application/json' }],
        },
      ],
      links: [],
    });
  }
  input.items.forEach((item, index) => {
    if (!/^\d+(\.\d{1,2})?$/.test(item.amount.value) || toCents(item.amount.value) === 0)
      refuse(`items[${index}].amount.value`, 'Amount should be a positive number with at most two decimals');
    if (!/^(EUR|USD|GBP)$/.test(item.amount.currency ?? item.amount.currency_code ?? ''))
      refuse(`items[${index}].amount.currency`, 'Currency code is invalid');
    const type = item.recipient_type ?? input.sender_batch_header.recipient_type;
    if (!type) refuse(`items[${index}].recipient_type`, 'Required field missing');
    if (type === 'EMAIL' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(item.receiver))
      refuse(`items[${index}].receiver`, 'Receiver is invalid or does not match with type');
  });
}

function batchUrl(context: Context, id: string): string {
  return `${context.url}/v1/payments/payouts/${id}`;
}

function createBatch({ context }: Request, input: PayoutInput): Reply {
  checkBatch(context, input);
  const id = paypalId(13);
  const header = input.sender_batch_header;
  const currency = input.items[0]?.amount.currency ?? input.items[0]?.amount.currency_code ?? 'EUR';
  const total = input.items.reduce((sum, item) => sum + toCents(item.amount.value), 0);
  const batchHeader: BatchHeader = {
    payout_batch_id: id,
    batch_status: 'PENDING',
    time_created: isoNow(),
    sender_batch_header: header,
    funding_source: 'BALANCE',
    amount: { currency, value: toDecimal(total) },
    fees: { currency, value: '0.00' },
  };
  const batch: BatchBody = { id, sender_batch_id: header.sender_batch_id ?? null, header: batchHeader };
  context.store.put('payout_batch', batch, { root: id });
  for (const { amount, recipient_type, ...rest } of input.items) {
    const itemId = paypalId(13);
    const body: ItemBody = {
      id: itemId,
      payout_item_id: itemId,
      transaction_status: 'PENDING',
      payout_item_fee: { currency, value: '0.00' },
      payout_batch_id: id,
      ...(header.sender_batch_id ? { sender_batch_id: header.sender_batch_id } : {}),
      payout_item: {
        ...rest,
        recipient_type: recipient_type ?? header.recipient_type ?? 'EMAIL',
        amount: { currency, value: toDecimal(toCents(amount.value)) },
      },
      links: [{ href: `${context.url}/v1/payments/payouts-item/${itemId}`, rel: 'item', method: 'GET' }],
    };
    context.store.put('payout_item', body, { root: id });
  }
  context.deliverer.wake();
  const { payout_batch_id, batch_status, sender_batch_header } = batchHeader;
  return json(201, {
    batch_header: { payout_batch_id, batch_status, sender_batch_header },
    links: [{ href: batchUrl(context, id), rel: 'self', method: 'GET', encType: 'application/json' }],
  });
}

function itemsOf(context: Context, batchId: string): Stored<ItemBody>[] {
  return context.store.find<ItemBody>('payout_item', { payout_batch_id: batchId }).reverse();
}

type BatchEvent = 'PROCESSING' | 'SUCCESS' | 'DENIED';

function emitBatch(context: Context, batch: Stored<BatchBody>, type: BatchEvent): void {
  emit(context, `PAYMENT.PAYOUTSBATCH.${type}`, batch.root, {
    batch_header: batch.body.header,
    links: [{ href: batchUrl(context, batch.id), rel: 'self', method: 'GET' }],
  });
}

/** Denies a batch, like PayPal's risk department. Its items are never processed. */
function denyBatch(context: Context, batch: Stored<BatchBody>): void {
  const errors = { name: 'SENDER_RESTRICTED', message: 'Sender has been restricted from making payouts' };
  batch.body.header = { ...batch.body.header, batch_status: 'DENIED', time_completed: isoNow(), errors };
  context.store.save(batch);
  emitBatch(context, batch, 'DENIED');
}

function payBatch(context: Context, batch: Stored<BatchBody>, items: Stored<ItemBody>[]): void {
  batch.body.header = { ...batch.body.header, batch_status: 'PROCESSING' };
  context.store.save(batch);
  emitBatch(context, batch, 'PROCESSING');
  for (const item of items) setItemStatus(context, item, statusForReceiver(item.body.payout_item.receiver));
  const time = isoNow();
  batch.body.header = { ...batch.body.header, batch_status: 'SUCCESS', time_completed: time, time_closed: time };
  context.store.save(batch);
  emitBatch(context, batch, 'SUCCESS');
}

/** Processes pending batches some time after their creation, as PayPal does. */
export function processPayouts(context: Context): void {
  for (const batch of context.store.find<BatchBody>('payout_batch', { 'header.batch_status': 'PENDING' })) {
    context.store.tx(() => {
      const items = itemsOf(context, batch.id);
      if (items.some((item) => isDenied(item.body.payout_item.receiver))) denyBatch(context, batch);
      else payBatch(context, batch, items);
    });
  }
}

export const payoutRoutes: Route[] = [
  paypalRoute('POST', '/v1/payments/payouts', schema, createBatch),
  paypalRoute('GET', '/v1/payments/payouts/:id', z.unknown(), ({ context, params, query }) => {
    const id = params.id ?? '';
    const batch = context.store.get<BatchBody>('payout_batch', id);
    if (!batch) throw notFound('payout_batch_id', id);
    const size = Math.min(1000, Number(query.get('page_size')) || 1000);
    const page = Math.max(1, Number(query.get('page')) || 1);
    // PayPal shows only the header of a denied batch.
    const items = batch.body.header.batch_status === 'DENIED' ? [] : itemsOf(context, id);
    const shown = items.slice((page - 1) * size, page * size).map((item) => itemView(item.body));
    return json(200, {
      total_items: items.length,
      total_pages: Math.ceil(items.length / size),
      batch_header: batch.body.header,
      ...(shown.length > 0 ? { items: shown } : {}),
      links: [{ href: batchUrl(context, id), rel: 'self', method: 'GET' }],
    });
  }),
];
