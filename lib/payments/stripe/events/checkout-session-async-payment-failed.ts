import type { EventHandler } from './types';

/** A slow payment failed. */
export const checkoutSessionAsyncPaymentFailed: EventHandler<'checkout.session.async_payment_failed'> = ({ data }) => {
  const paymentId = data.object.metadata?.pago_id;
  if (data.object.mode !== 'payment' || !paymentId) return null;
  return { kind: 'closed', provider: 'stripe', reference: data.object.id, paymentId, state: 'fallido' };
};
