import 'server-only';
import type { PayoutNews } from '../../provider';
import type { PaymentEvent } from '../../types';
import { captureEvent } from './capture';
import { disputeEvent } from './dispute';
import { orderApproved } from './order-approved';
import { payoutEvent } from './payout';
import { refundEvent } from './refund';
import type { PayPalEvent } from './types';

/** Converts a PayPal event; null if it is not about a payment or payout of the shop, or not final. */
export async function readPayPalEvent(event: PayPalEvent): Promise<PaymentEvent | PayoutNews | null> {
  switch (event.event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return orderApproved(event);
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.PENDING':
      return captureEvent(event);
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED':
    case 'PAYMENT.REFUND.COMPLETED':
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.FAILED':
    case 'PAYMENT.REFUND.CANCELLED':
      return refundEvent(event);
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return disputeEvent(event);
    case 'PAYMENT.PAYOUTSBATCH.PROCESSING':
    case 'PAYMENT.PAYOUTSBATCH.SUCCESS':
    case 'PAYMENT.PAYOUTSBATCH.DENIED':
    case 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED':
    case 'PAYMENT.PAYOUTS-ITEM.FAILED':
    case 'PAYMENT.PAYOUTS-ITEM.RETURNED':
    case 'PAYMENT.PAYOUTS-ITEM.BLOCKED':
    case 'PAYMENT.PAYOUTS-ITEM.DENIED':
    case 'PAYMENT.PAYOUTS-ITEM.CANCELED':
    case 'PAYMENT.PAYOUTS-ITEM.REFUNDED':
    case 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED':
    case 'PAYMENT.PAYOUTS-ITEM.HELD':
      return payoutEvent(event);
    default:
      return null;
  }
}
