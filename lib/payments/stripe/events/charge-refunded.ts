import { findSessionOfIntent } from '../sessions';
import type { EventHandler } from './types';

/** Money went back. All of it takes back what was delivered; a part of it is for an admin to judge. */
export const chargeRefunded: EventHandler<'charge.refunded'> = async ({ data }) => {
  const charge = data.object;
  const session = await findSessionOfIntent(charge.payment_intent);
  const paymentId = session?.metadata?.pago_id;
  if (!session || !paymentId) return null;
  const payment = { provider: 'stripe' as const, reference: session.id, paymentId };
  return charge.refunded
    ? { ...payment, kind: 'reverted', state: 'reembolsado' }
    : { ...payment, kind: 'partly_refunded', amountCents: charge.amount_refunded };
};
