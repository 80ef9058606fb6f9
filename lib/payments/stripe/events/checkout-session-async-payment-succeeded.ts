import { sessionEvent } from '../session-event';
import type { EventHandler } from './types';

/** The money of a slow payment method has arrived. */
export const checkoutSessionAsyncPaymentSucceeded: EventHandler<'checkout.session.async_payment_succeeded'> = ({
  data,
}) => sessionEvent(data.object);
