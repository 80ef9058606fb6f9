import 'server-only';
import type { ReversalEvent } from '../types';
import { callPayPal, PayPalError } from './client';
import { disputesOf } from './disputes';
import { takenBack } from './order-event';
import { findPayPalOrder } from './orders';
import { disputeFact, payPalRefund, refundFact } from './reversal-facts';

/** All refunds and disputes of a PayPal payment in their current state; null if nothing was charged. */
export async function findPayPalReversals(reference: string): Promise<ReversalEvent | null> {
  const order = await findPayPalOrder(reference);
  const capture = order?.purchase_units?.[0]?.payments?.captures?.[0];
  if (!order || !capture) return null;
  const disputes = await disputesOf(capture.id);
  return { ...takenBack(order), disputes: disputes.map((dispute) => disputeFact(dispute, capture.id)) };
}

/** The same, with a refund that PayPal made itself and that the order may omit. */
export async function findReversalsWith(reference: string, refundId: string | null): Promise<ReversalEvent | null> {
  const found = await findPayPalReversals(reference);
  if (!found || !refundId || found.refunds.some(({ id }) => id === refundId)) return found;
  try {
    const path = `/v2/payments/refunds/${encodeURIComponent(refundId)}`;
    const named = refundFact(payPalRefund.parse(await callPayPal({ method: 'GET', path })));
    return { ...found, refunds: [...found.refunds, named] };
  } catch (error) {
    if (error instanceof PayPalError && error.status === 404) return found;
    throw error;
  }
}
