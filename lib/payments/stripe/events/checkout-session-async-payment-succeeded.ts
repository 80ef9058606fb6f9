import { sessionEvent } from '../session-event';
import type { EventHandler } from './types';

/** A slow payment succeeded. */
export const checkoutSessionAsyncPaymentSucceeded: EventHandler<'checkout.session.async_payment_succeeded'> = ({
  created,
  data,
}) => sessionEvent(data.object, new Date(created * 1000));
