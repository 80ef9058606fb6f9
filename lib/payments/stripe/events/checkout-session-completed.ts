import { sessionEvent } from '../session-event';
import type { EventHandler } from './types';

/** The buyer has finished. With a slow payment method the money may still be on its way. */
export const checkoutSessionCompleted: EventHandler<'checkout.session.completed'> = ({ created, data }) =>
  sessionEvent(data.object, new Date(created * 1000));
