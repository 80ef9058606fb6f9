import { sessionEvent } from '../session-event';
import type { EventHandler } from './types';

/** The money of a slow payment method has arrived. */
export const checkoutSessionAsyncPaymentSucceeded: EventHandler<'checkout.session.async_payment_succeeded'> = ({
  created,
  data,
}) => sessionEvent(data.object, new Date(created * 1000));
