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

/**
 * Whether Stripe has an event of this id in the shop's account.
 *
 * @throws when Stripe does not answer
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

/** Stripe's list of events, a hundred at once: a month of them together would fill the memory. */
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

/** So many types can be asked for in one call. */
const typesAtOnce = 20;

/** Of the events that are wanted those that the shop acts on. An account may be used for more than the shop. */
async function* knownPages(wanted: Stripe.EventListParams): AsyncGenerator<ProviderEvent[]> {
  for (let at = 0; at < stripeEventTypes.length; at += typesAtOnce) {
    yield* eventPages({ ...wanted, types: stripeEventTypes.slice(at, at + typesAtOnce) });
  }
}

/**
 * The events since a moment that the shop acts on and whose webhook did not arrive, page by page, of each twenty types
 * the newest first.
 *
 * @throws when Stripe does not answer
 */
export const missedStripeEvents = (since: Date): AsyncIterable<ProviderEvent[]> =>
  knownPages({ ...createdSince(since), delivery_success: false });

/**
 * The same whether their webhook arrived or not. Stripe keeps events for thirty days.
 *
 * @throws when Stripe does not answer
 */
export const stripeEventsSince = (since: Date): AsyncIterable<ProviderEvent[]> => knownPages(createdSince(since));
