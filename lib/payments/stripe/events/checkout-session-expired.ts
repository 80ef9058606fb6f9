import { sessionEvent } from '../session-event';
import type { EventHandler } from './types';

/** The page expired without a payment. */
export const checkoutSessionExpired: EventHandler<'checkout.session.expired'> = ({ data }) => sessionEvent(data.object);
