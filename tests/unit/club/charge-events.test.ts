import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { movedIntentOf } from '@/lib/payments/stripe/events/reversal';

const event = (type: string, object: unknown) => ({ type, data: { object } }) as unknown as Stripe.Event;

test.each([
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
])('%s is assigned to its payment intent', (type) => {
  expect(movedIntentOf(event(type, { payment_intent: 'pi_1' }))).toBe('pi_1');
  expect(movedIntentOf(event(type, { payment_intent: { id: 'pi_1' } }))).toBe('pi_1');
  expect(movedIntentOf(event(type, { payment_intent: null }))).toBeNull();
});

test.each(['payment_intent.succeeded', 'checkout.session.completed', 'invoice.paid'])(
  '%s is not assigned to its payment intent',
  (type) => {
    expect(movedIntentOf(event(type, { payment_intent: 'pi_1' }))).toBeNull();
  },
);
