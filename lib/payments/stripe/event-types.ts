// With its extension, because `npm run doctor` reads this file without a bundler.
import { reversalTypes } from './events/reversal-types.ts';

/** The events that the shop handles. The webhook endpoint must include them; no others are listed. */
export const stripeEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  ...reversalTypes,
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
];
