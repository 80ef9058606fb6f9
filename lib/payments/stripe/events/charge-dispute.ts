import type Stripe from 'stripe';
import type { PaymentEvent } from '../../types';
import { stripe } from '../client';
import { findSessionOfIntent } from '../sessions';

/**
 * The buyer's bank has taken the money back for now, or has decided. What counts is how the dispute stands at Stripe
 * now: the news of its opening may come after that of its end.
 */
export async function chargeDispute(
  event: Stripe.ChargeDisputeCreatedEvent | Stripe.ChargeDisputeClosedEvent,
): Promise<PaymentEvent | null> {
  const session = await findSessionOfIntent(event.data.object.payment_intent);
  const paymentId = session?.metadata?.pago_id;
  if (!session || !paymentId) return null;
  const payment = { provider: 'stripe' as const, reference: session.id, paymentId };
  const { status } = await stripe().disputes.retrieve(event.data.object.id);
  if (status === 'won' || status === 'warning_closed') return { ...payment, kind: 'restored' };
  // An inquiry of the bank: no money has moved.
  if (status.startsWith('warning_')) return null;
  return { ...payment, kind: 'reverted', state: status === 'lost' ? 'reembolsado' : 'en_disputa' };
}
