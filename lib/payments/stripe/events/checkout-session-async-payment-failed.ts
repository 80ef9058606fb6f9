import type { EventHandler } from './types';

/** The money of a slow payment method will not arrive. */
export const checkoutSessionAsyncPaymentFailed: EventHandler<'checkout.session.async_payment_failed'> = ({ data }) => {
  const paymentId = data.object.metadata?.pago_id;
  if (data.object.mode !== 'payment' || !paymentId) return null;
  return { kind: 'closed', provider: 'stripe', reference: data.object.id, paymentId, state: 'fallido' };
};
