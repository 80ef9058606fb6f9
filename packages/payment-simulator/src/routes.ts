import type { Route } from './http/router.ts';
import { cardRoutes } from './pages/card.ts';
import { invoicePageRoutes } from './pages/invoice.ts';
import { paypalPageRoutes } from './pages/paypal.ts';
import { portalPageRoutes } from './pages/portal.ts';
import { authRoutes } from './paypal/auth.ts';
import { captureRoutes } from './paypal/captures.ts';
import { disputeRoutes as paypalDisputeRoutes } from './paypal/disputes.ts';
import { notificationRoutes } from './paypal/notifications.ts';
import { orderRoutes } from './paypal/orders.ts';
import { payoutItemRoutes } from './paypal/payout-items.ts';
import { payoutRoutes } from './paypal/payouts.ts';
import { refundRoutes as paypalRefundRoutes } from './paypal/refunds.ts';
import { outboxRoutes } from './sim/outbox.ts';
import { paypalSwitches } from './sim/paypal.ts';
import { stripeSwitches } from './sim/stripe.ts';
import { accountRoutes } from './stripe/account.ts';
import { customerRoutes } from './stripe/customers.ts';
import { disputeRoutes } from './stripe/disputes.ts';
import { eventRoutes } from './stripe/events.ts';
import { fileRoutes } from './stripe/files.ts';
import { invoiceRoutes } from './stripe/invoice-calls.ts';
import { paymentRoutes } from './stripe/payments.ts';
import { portalRoutes } from './stripe/portal.ts';
import { priceRoutes } from './stripe/prices.ts';
import { refundRoutes } from './stripe/refunds.ts';
import { scheduleRoutes } from './stripe/schedule-calls.ts';
import { sessionRoutes } from './stripe/sessions.ts';
import { subscriptionRoutes } from './stripe/subscription-calls.ts';

export const routes: Route[] = [
  ...sessionRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...fileRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...priceRoutes,
  ...invoiceRoutes,
  ...portalRoutes,
  ...eventRoutes,
  ...accountRoutes,
  ...authRoutes,
  ...orderRoutes,
  ...captureRoutes,
  ...paypalRefundRoutes,
  ...paypalDisputeRoutes,
  ...payoutRoutes,
  ...payoutItemRoutes,
  ...notificationRoutes,
  ...cardRoutes,
  ...paypalPageRoutes,
  ...portalPageRoutes,
  ...invoicePageRoutes,
  ...outboxRoutes,
  ...stripeSwitches,
  ...paypalSwitches,
];
