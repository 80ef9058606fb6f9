import { z } from 'zod';
import type { PaymentEvent } from '../../types';
import { findCapturedOrder } from '../captures';
import { callPayPal } from '../client';
import type { PayPalEvent } from '../webhook';

const named = z.object({ dispute_id: z.string() });
const dispute = z.object({
  status: z.string(),
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).min(1),
});

/** A buyer disputes a payment, or PayPal has decided. What counts is how the dispute stands now. */
export async function disputeEvent(event: PayPalEvent): Promise<PaymentEvent | null> {
  const { dispute_id: id } = named.parse(event.resource);
  const found = dispute.parse(
    await callPayPal({ method: 'GET', path: `/v1/customer/disputes/${encodeURIComponent(id)}` }),
  );
  const captured = await findCapturedOrder(found.disputed_transactions[0]?.seller_transaction_id ?? '');
  if (!captured) return null;
  const payment = { provider: 'paypal' as const, reference: captured.orderId, paymentId: captured.paymentId };
  if (found.status !== 'RESOLVED') return { ...payment, kind: 'reverted', state: 'en_disputa' };
  return found.dispute_outcome?.outcome_code === 'RESOLVED_BUYER_FAVOUR'
    ? { ...payment, kind: 'reverted', state: 'reembolsado' }
    : { ...payment, kind: 'restored' };
}
