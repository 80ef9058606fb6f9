import 'server-only';
import type Stripe from 'stripe';
import { env } from '@/lib/core/env';
import type { ProviderEvent, WebhookProblem } from '../provider';
import { stripe } from './client';
import { readStripeEvent } from './events';
import { movedIntentOf } from './events/reversal';
import { subscriptionOf } from './events/subscription';
import { acceptsVersion } from './version';

/** The event in a webhook's raw body, or null when Stripe did not sign it. */
export async function verifyStripeWebhook(body: string, signature: string | null): Promise<Stripe.Event | null> {
  try {
    return await stripe().webhooks.constructEventAsync(body, signature ?? '', env().STRIPE_WEBHOOK_SECRET);
  } catch {
    return null;
  }
}

/** An event of Stripe as the shop takes it in. */
const providerEvent = (event: Stripe.Event): ProviderEvent => ({
  id: event.id,
  type: event.type,
  payload: event,
  subscription: subscriptionOf(event),
  movedCharge: movedIntentOf(event),
  read: () => readStripeEvent(event),
});

/**
 * A signed event of the version that the shop is written for, or why it is refused.
 *
 * @throws when the database does not answer
 */
export async function readStripeWebhook(body: string, headers: Headers): Promise<ProviderEvent | WebhookProblem> {
  const event = await verifyStripeWebhook(body, headers.get('stripe-signature'));
  if (!event) return 'firma_no_valida';
  return (await acceptsVersion(event)) ? providerEvent(event) : 'version_no_valida';
}

/** The events since a moment whose webhook did not arrive, oldest first. */
export async function missedStripeEvents(since: Date): Promise<ProviderEvent[]> {
  const missed = await stripe()
    .events.list({ delivery_success: false, created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })
    .autoPagingToArray({ limit: 5000 });
  return missed.reverse().map(providerEvent);
}

/** All events since a moment, oldest first. Stripe keeps them for thirty days. */
export async function stripeEventsSince(since: Date): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  const list = stripe().events.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 });
  for await (const event of list) events.push(providerEvent(event));
  return events.reverse();
}
