import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { subscriptionOf } from '@/lib/payments/stripe/events/subscription';

const event = (type: string, object: unknown) => ({ type, data: { object } }) as unknown as Stripe.Event;
const ofInvoice = { id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } };

test.each([
  ['customer.subscription.created', { id: 'sub_1' }],
  ['customer.subscription.updated', { id: 'sub_1' }],
  ['customer.subscription.deleted', { id: 'sub_1' }],
  ['subscription_schedule.updated', { subscription: 'sub_1', released_subscription: null }],
  ['subscription_schedule.released', { subscription: null, released_subscription: 'sub_1' }],
  ['invoice.paid', ofInvoice],
  ['invoice.payment_failed', ofInvoice],
  ['invoice.voided', ofInvoice],
  ['invoice.marked_uncollectible', ofInvoice],
  ['invoice.paid', { id: 'in_1', parent: { subscription_details: { subscription: { id: 'sub_1' } } } }],
  ['checkout.session.completed', { mode: 'subscription', subscription: 'sub_1' }],
])('%s is assigned to its subscription', (type, object) => {
  expect(subscriptionOf(event(type, object))).toEqual({
    id: 'sub_1',
    ...(type.startsWith('invoice.') ? { invoice: 'in_1' } : {}),
  });
});

test.each([
  ['invoice.paid', { parent: null }],
  ['checkout.session.completed', { mode: 'payment', subscription: null }],
  ['charge.refunded', { id: 'ch_1' }],
])('%s may have no subscription', (type, object) => {
  expect(subscriptionOf(event(type, object))).toBeNull();
});
