import { findSessionOfIntent } from '../sessions';
import type { EventHandler } from './types';

/** The buyer's bank has taken the money back for now: what was delivered is taken back with it. */
export const chargeDisputeCreated: EventHandler<'charge.dispute.created'> = async ({ data }) => {
  const session = await findSessionOfIntent(data.object.payment_intent);
  const paymentId = session?.metadata?.pago_id;
  if (!session || !paymentId) return null;
  return { kind: 'reverted', provider: 'stripe', reference: session.id, paymentId, state: 'en_disputa' };
};
