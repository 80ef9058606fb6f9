import { z } from 'zod';
import type { Context } from '../context.ts';
import { json } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { debugId, paypalId } from '../ids.ts';
import type { Stored } from '../store/store.ts';
import { isoNow, paypalRoute } from './api.ts';
import { notFound, PaypalError } from './errors.ts';
import { emit, type PaypalEventType } from './events.ts';

export const ITEM_STATUSES = [
  'SUCCESS',
  'FAILED',
  'PENDING',
  'UNCLAIMED',
  'RETURNED',
  'ONHOLD',
  'BLOCKED',
  'REFUNDED',
  'REVERSED',
] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

export type ItemBody = {
  id: string;
  payout_item_id: string;
  transaction_id?: string;
  transaction_status: ItemStatus;
  payout_item_fee: { currency: string; value: string };
  payout_batch_id: string;
  sender_batch_id?: string;
  payout_item: {
    recipient_type: string;
    amount: { currency: string; value: string };
    note?: string;
    receiver: string;
    sender_item_id?: string;
  };
  time_processed?: string;
  errors?: { name: string; message: string; debug_id: string; information_link: string; details: never[] };
  [key: string]: unknown;
};
export type StoredItem = Stored<ItemBody>;

/** PayPal sends no event for a reversal; only a query shows it. */
const EVENTS: Partial<Record<ItemStatus, PaypalEventType>> = {
  SUCCESS: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
  FAILED: 'PAYMENT.PAYOUTS-ITEM.FAILED',
  UNCLAIMED: 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED',
  RETURNED: 'PAYMENT.PAYOUTS-ITEM.RETURNED',
  ONHOLD: 'PAYMENT.PAYOUTS-ITEM.HELD',
  BLOCKED: 'PAYMENT.PAYOUTS-ITEM.BLOCKED',
  REFUNDED: 'PAYMENT.PAYOUTS-ITEM.REFUNDED',
};

const ERRORS: Partial<Record<ItemStatus, [string, string]>> = {
  FAILED: ['RECEIVER_ACCOUNT_LOCKED', "Receiver's account is locked or inactive."],
  UNCLAIMED: ['RECEIVER_UNREGISTERED', 'Receiver is unregistered'],
  BLOCKED: ['RISK_DECLINE', 'This transaction was declined by the risk department'],
  ONHOLD: ['TRANSACTION_ON_HOLD', 'The transaction is on hold for review.'],
  RETURNED: ['RECEIVER_DID_NOT_CLAIM', 'The receiver did not claim the payment in time; the money was returned.'],
};

const nameOf = (receiver: string) => receiver.toLowerCase().split(/[@+]/)[0] ?? '';

/** True if PayPal denies the whole batch of a receiver: `denied@…`, `denied+1@…`. */
export const isDenied = (receiver: string): boolean => nameOf(receiver) === 'denied';

/** The outcome of a payout, chosen by the receiver's address: `unclaimed@…`, `failed+1@…`; any other one succeeds. */
export function statusForReceiver(receiver: string): ItemStatus {
  const magic: Record<string, ItemStatus> = {
    unclaimed: 'UNCLAIMED',
    failed: 'FAILED',
    blocked: 'BLOCKED',
    returned: 'RETURNED',
    onhold: 'ONHOLD',
    pending: 'PENDING',
  };
  return magic[nameOf(receiver)] ?? 'SUCCESS';
}

/** PayPal's view of an item; `id` is only the store's key. */
export function itemView({ id: _id, ...shown }: ItemBody): object {
  return shown;
}

export function setItemStatus(context: Context, item: StoredItem, status: ItemStatus): ItemBody {
  const [name, message] = ERRORS[status] ?? [];
  const { errors: _before, ...rest } = item.body;
  item.body = {
    ...(rest as ItemBody),
    transaction_status: status,
    ...(status === 'PENDING'
      ? {}
      : { time_processed: isoNow(), transaction_id: item.body.transaction_id ?? paypalId() }),
    ...(name && message
      ? {
          errors: {
            name,
            message,
            debug_id: debugId(),
            information_link: `https://developer.paypal.com/docs/api/payments.payouts-batch/v1/#errors-${name}`,
            details: [],
          },
        }
      : {}),
  };
  context.store.save(item);
  const event = EVENTS[status];
  if (event) emit(context, event, item.root, itemView(item.body));
  return item.body;
}

function requireItem(context: Context, id: string): StoredItem {
  const item = context.store.get<ItemBody>('payout_item', id);
  if (!item) throw notFound('payout_item_id', id);
  return item;
}

export const payoutItemRoutes: Route[] = [
  paypalRoute('GET', '/v1/payments/payouts-item/:id', z.unknown(), ({ context, params }) =>
    json(200, itemView(requireItem(context, params.id ?? '').body)),
  ),
  paypalRoute('POST', '/v1/payments/payouts-item/:id/cancel', z.unknown(), ({ context, params }) => {
    const item = requireItem(context, params.id ?? '');
    if (item.body.transaction_status !== 'UNCLAIMED') {
      throw new PaypalError(400, {
        name: 'ITEM_INCORRECT_STATUS',
        message: 'Payout items in the UNCLAIMED status can only be cancelled.',
        details: [],
      });
    }
    return json(200, itemView(setItemStatus(context, item, 'RETURNED')));
  }),
];
