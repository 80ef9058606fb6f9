import type { Context } from '../context.ts';
import { paypalId } from '../ids.ts';
import { recordEvent } from '../webhooks/outbox.ts';

const RESOURCES = {
  'CHECKOUT.ORDER.APPROVED': ['checkout-order', 'An order has been approved by buyer'],
  'PAYMENT.CAPTURE.COMPLETED': ['capture', 'Payment completed for'],
  'PAYMENT.CAPTURE.PENDING': ['capture', 'Payment pending for'],
  'PAYMENT.CAPTURE.DENIED': ['capture', 'Payment denied for'],
  'PAYMENT.CAPTURE.REFUNDED': ['refund', 'A refund was issued for'],
  'PAYMENT.CAPTURE.REVERSED': ['refund', 'A payment was reversed for'],
  'PAYMENT.REFUND.PENDING': ['refund', 'A refund is pending for'],
  'PAYMENT.REFUND.FAILED': ['refund', 'A refund has failed for'],
  'CUSTOMER.DISPUTE.CREATED': ['dispute', 'A new dispute opened'],
  'CUSTOMER.DISPUTE.UPDATED': ['dispute', 'A dispute was updated'],
  'CUSTOMER.DISPUTE.RESOLVED': ['dispute', 'A dispute was resolved'],
  'PAYMENT.PAYOUTSBATCH.PROCESSING': ['payouts', 'Payouts batch is being processed.'],
  'PAYMENT.PAYOUTSBATCH.DENIED': ['payouts', 'Payouts batch got denied.'],
  'PAYMENT.PAYOUTSBATCH.SUCCESS': ['payouts', 'Payouts batch completed successfully.'],
  'PAYMENT.PAYOUTS-ITEM.SUCCEEDED': ['payouts_item', 'A payout item has succeeded'],
  'PAYMENT.PAYOUTS-ITEM.FAILED': ['payouts_item', 'A payout item has failed'],
  'PAYMENT.PAYOUTS-ITEM.UNCLAIMED': ['payouts_item', 'A payout item is unclaimed'],
  'PAYMENT.PAYOUTS-ITEM.RETURNED': ['payouts_item', 'A payout item is returned'],
  'PAYMENT.PAYOUTS-ITEM.BLOCKED': ['payouts_item', 'A payout item is blocked'],
  'PAYMENT.PAYOUTS-ITEM.HELD': ['payouts_item', 'A payout item is held'],
  'PAYMENT.PAYOUTS-ITEM.CANCELED': ['payouts_item', 'A payout item is canceled'],
  'PAYMENT.PAYOUTS-ITEM.DENIED': ['payouts_item', 'A payout item is denied'],
  'PAYMENT.PAYOUTS-ITEM.REFUNDED': ['payouts_item', 'A payout item is refunded'],
} as const;

export type PaypalEventType = keyof typeof RESOURCES;

/** Records a PayPal event with the current state of a resource and queues its webhook. */
export function emit(context: Context, type: PaypalEventType, root: string, resource: object): void {
  const [resourceType, text] = RESOURCES[type];
  const amount = 'amount' in resource ? (resource.amount as { currency_code: string; value: string }) : undefined;
  const id = `WH-${paypalId()}-${paypalId()}`;
  const body = {
    id,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: resourceType,
    ...(/^(checkout-order|capture|refund)$/.test(resourceType) ? { resource_version: '2.0' } : {}),
    event_type: type,
    summary: amount && text.endsWith('for') ? `${text} ${amount.currency_code} ${amount.value}` : text,
    resource,
    links: [
      { href: `${context.url}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' },
      { href: `${context.url}/v1/notifications/webhooks-events/${id}/resend`, rel: 'resend', method: 'POST' },
    ],
  };
  recordEvent(context, { id, provider: 'paypal', type, root, body });
}
