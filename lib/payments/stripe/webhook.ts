import 'server-only';
import Stripe from 'stripe';
import { env } from '@/lib/core/env';
import type { ProviderEvent, WebhookProblem } from '../provider';
import { stripe } from './client';
import { stripeEventTypes } from './event-types';
import { readStripeEvent } from './events';
import { movedIntentOf } from './events/reversal';
import { subscriptionOf } from './events/subscription';
import { acceptsVersion } from './version';

/** The event of a webhook's raw body; null if Stripe did not sign it. */
export async function verifyStripeWebhook(body: string, signature: string | null): Promise<Stripe.Event | null> {
  try {
    return await stripe().webhooks.constructEventAsync(body, signature ?? '', env().STRIPE_WEBHOOK_SECRET);
  } catch {
    return null;
  }
}

/** Converts a Stripe event. */
const providerEvent = (event: Stripe.Event): ProviderEvent => ({
  id: event.id,
  type: event.type,
  payload: event,
  subscription: subscriptionOf(event),
  movedCharge: movedIntentOf(event),
  read: () => readStripeEvent(event),
});

/**
 * A signed event of the pinned version, or why it is refused.
 *
 * @throws if the database does not answer
 */
export async function readStripeWebhook(body: string, headers: Headers): Promise<ProviderEvent | WebhookProblem> {
  const event = await verifyStripeWebhook(body, headers.get('stripe-signature'));
  if (!event) return 'firma_no_valida';
  return (await acceptsVersion(event)) ? providerEvent(event) : 'version_no_valida';
}

/**
 * True if Stripe has an event of this id in the shop's account.
 *
 * @throws if Stripe does not answer
 */
export async function hasStripeSent(id: string): Promise<boolean> {
  if (!/^evt_\w+$/.test(id)) return false;
  try {
    return (await stripe().events.retrieve(id)).id === id;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}

/** Stripe's events, a hundred at a time: a month of events would fill the memory. */
async function* eventPages(wanted: Stripe.EventListParams): AsyncGenerator<ProviderEvent[]> {
  let last: string | undefined;
  do {
    const after = last ? { starting_after: last } : {};
    const page = await stripe().events.list({ ...wanted, ...after, limit: 100 });
    yield page.data.map(providerEvent);
    last = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (last);
}

const createdSince = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) } });

/** The most types of one call. */
const typesAtOnce = 20;

/** The events that the shop handles. The account may be used for more than the shop. */
async function* knownPages(wanted: Stripe.EventListParams): AsyncGenerator<ProviderEvent[]> {
  for (let at = 0; at < stripeEventTypes.length; at += typesAtOnce) {
    yield* eventPages({ ...wanted, types: stripeEventTypes.slice(at, at + typesAtOnce) });
  }
}

/**
 * Events since a time that the shop handles and whose webhook did not arrive, page by page, newest first per twenty
 * types.
 *
 * @throws if Stripe does not answer
 */
export const missedStripeEvents = (since: Date): AsyncIterable<ProviderEvent[]> =>
  knownPages({ ...createdSince(since), delivery_success: false });

/**
 * The same for all events, delivered or not. Stripe keeps events for thirty days.
 *
 * @throws if Stripe does not answer
 */
export const stripeEventsSince = (since: Date): AsyncIterable<ProviderEvent[]> => knownPages(createdSince(since));
