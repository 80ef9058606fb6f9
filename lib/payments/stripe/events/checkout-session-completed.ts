import { holdPayment } from '../../hold';
import { isOnItsWay, sessionEvent } from '../session-event';
import type { EventHandler } from './types';

/** The buyer completed the page. With a slow method the payment is in progress, and the goods are held. */
export const checkoutSessionCompleted: EventHandler<'checkout.session.completed'> = async ({ created, data }) => {
  const { id, metadata } = data.object;
  if (metadata?.pago_id && isOnItsWay(data.object)) await holdPayment('stripe', id, metadata.pago_id);
  return sessionEvent(data.object, new Date(created * 1000));
};
