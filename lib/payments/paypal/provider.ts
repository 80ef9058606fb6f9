import 'server-only';
import type { PaymentProvider } from '../provider';
import { callPayPal, PayPalError } from './client';
import { disputedOrders } from './disputes';
import { sendPayPalEvidence } from './evidence';
import { lookUpPayPal } from './look-up';
import { orderId } from './order-id';
import { closePayPalPage, findPayPalPage, openPayPalPage } from './pages';
import { refundPayPalPayment } from './refunds';
import { findPayPalReversals } from './reversals';
import { hasPayPalSent, payPalEventsSince, readPayPalWebhook } from './webhook';

export const payPalProvider: PaymentProvider = {
  reference: { parameter: 'order_id', schema: orderId },
  isOwnError: (error) => error instanceof PayPalError,
  // PayPal has no health check. "Not found" for an order that does not exist shows that it answers.
  ping: () =>
    callPayPal({ method: 'GET', path: '/v2/checkout/orders/0HEALTH0CHECK0000' }).then(
      () => true,
      (error) => error instanceof PayPalError && (error.isRefusal || error.status === 401),
    ),
  openPage: openPayPalPage,
  findPage: findPayPalPage,
  closePage: closePayPalPage,
  lookUp: lookUpPayPal,
  // PayPal deletes orders that are not approved within hours; nothing was charged for them.
  forgetsAfterMs: 6 * 60 * 60 * 1000,
  refund: refundPayPalPayment,
  findReversals: findPayPalReversals,
  disputedSince: disputedOrders,
  sendEvidence: sendPayPalEvidence,
  readWebhook: readPayPalWebhook,
  hasSent: hasPayPalSent,
  missedEvents: null,
  eventsSince: payPalEventsSince,
};
