import 'server-only';
import type Stripe from 'stripe';
import { takeClubChargeEvent } from '@/lib/club/charge-event';
import { refreshSubscription } from '@/lib/club/refresh';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Json } from '@/lib/core/supabase/database.types';
import { takePaymentEvent } from '@/lib/payments/deliver';
import { stripe } from '@/lib/payments/stripe/client';
import { readStripeEvent } from '@/lib/payments/stripe/events';
import { subscriptionOf } from '@/lib/payments/stripe/events/subscription';

/** The event in a webhook's raw body, or null when Stripe did not sign it. */
export async function verifyStripeWebhook(body: string, signature: string | null): Promise<Stripe.Event | null> {
  try {
    return await stripe().webhooks.constructEventAsync(body, signature ?? '', env().STRIPE_WEBHOOK_SECRET);
  } catch {
    return null;
  }
}

/**
 * Handles a verified event: records it under its id, applies it, and marks it as done. An event that was done before
 * changes nothing; one that failed half-way is applied when Stripe repeats it.
 *
 * @returns what became of it, for the log
 * @throws when it could not be handled, so that Stripe sends it again
 */
export async function takeStripeEvent(event: Stripe.Event): Promise<string> {
  const client = createAdminClient();
  const { data, error } = await client.rpc('registrar_evento', {
    p_proveedor: 'stripe',
    p_evento_id: event.id,
    p_tipo: event.type,
    p_payload: JSON.parse(JSON.stringify(event)) as Json,
  });
  if (error) throw new Error(`registrar_evento: ${error.message}`);
  if (!(data as { nuevo: boolean }).nuevo) return 'repeated';
  const subscription = subscriptionOf(event);
  const membership = subscription && (await refreshSubscription(subscription.id, subscription.invoice));
  const clubCharge = await takeClubChargeEvent(event);
  const news = clubCharge ? null : await readStripeEvent(event);
  const result = news && (await takePaymentEvent(news));
  const { error: failed } = await client.rpc('cerrar_evento', { p_proveedor: 'stripe', p_evento_id: event.id });
  if (failed) throw new Error(`cerrar_evento: ${failed.message}`);
  if (!result) return clubCharge ?? (membership ? `club ${membership.state}` : 'ignored');
  return result.ok ? result.value.state : result.error;
}
