import 'server-only';
import type { PaymentProvider } from '../provider';
import { isStripeError, stripe } from './client';
import { sendCardEvidence } from './evidence';
import { closeCardPage, findCardPage, lookUpCard, openCardPage } from './pages';
import { refundCardPayment } from './refunds';
import { findCardReversals } from './reversals';
import { sessionId } from './session-id';
import { hasStripeSent, missedStripeEvents, readStripeWebhook, stripeEventsSince } from './webhook';

export const stripeProvider: PaymentProvider = {
  reference: { parameter: 'session_id', schema: sessionId },
  isOwnError: isStripeError,
  ping: async (timeout) => {
    await stripe().events.list({ limit: 1 }, { maxNetworkRetries: 0, timeout });
    return true;
  },
  openPage: openCardPage,
  findPage: findCardPage,
  closePage: closeCardPage,
  lookUp: lookUpCard,
  forgetsAfterMs: null,
  refund: refundCardPayment,
  findReversals: findCardReversals,
  disputedSince: null,
  sendEvidence: sendCardEvidence,
  readWebhook: readStripeWebhook,
  hasSent: hasStripeSent,
  missedEvents: missedStripeEvents,
  eventsSince: stripeEventsSince,
};
