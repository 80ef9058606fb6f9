import { sessionEvent } from '../session-event';
import type { EventHandler } from './types';

/** The buyer never paid. */
export const checkoutSessionExpired: EventHandler<'checkout.session.expired'> = ({ data }) => sessionEvent(data.object);
