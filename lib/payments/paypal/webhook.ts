import 'server-only';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { isShallow, parseJson } from '@/lib/core/http/json';
import { takeAttempt, waitOf } from '@/lib/core/limits';
import { atMost } from '@/lib/core/limits/at-once';
import { siteOf } from '@/lib/core/limits/ipv6-site';
import { clientAddress, isOneVisitors } from '@/lib/core/security/visitor';
import type { ProviderEvent, WebhookProblem } from '../provider';
import { callPayPal, PayPalError } from './client';
import { listPayPalEvents } from './event-list';
import { readPayPalEvent } from './events';
import { type PayPalEvent, payPalEvent } from './events/types';

const verdict = z.object({ verification_status: z.string() });

/** True if a certificate address is at PayPal, or at `PAYPAL_API_URL`. */
function isPayPals(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const { PAYPAL_API_URL: own } = env();
  return (
    (url.protocol === 'https:' && url.hostname.endsWith('.paypal.com')) || (!!own && url.origin === new URL(own).origin)
  );
}

/** The signature headers of PayPal, within the limits of its API ("verify_webhook_signature"). */
const transmission = z.object({
  auth_algo: z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
  cert_url: z.string().max(500).refine(isPayPals),
  transmission_id: z.string().min(1).max(50),
  transmission_sig: z.string().min(1).max(500),
  transmission_time: z.iso.datetime({ offset: true }).max(100),
});

/** Concurrent verifications per address; the same number as its limit of forged webhooks. */
const mostAtOnce = 60;

/**
 * Verifies a webhook. Only PayPal can verify a signature, so an address that sent many forged webhooks is not verified
 * for a while, to keep PayPal available to the shop. Only webhooks that PayPal called forged are counted. Concurrent
 * webhooks above the limit are deferred, because they may be PayPal's own, which PayPal repeats.
 */
async function verify(body: string, headers: Headers): Promise<PayPalEvent | WebhookProblem> {
  const event = parseJson(body);
  const parsed = payPalEvent.safeParse(event);
  const names = Object.keys(transmission.shape);
  const sent = transmission.safeParse(
    Object.fromEntries(names.map((name) => [name, headers.get(`paypal-${name.replaceAll('_', '-')}`)])),
  );
  if (!parsed.success || !sent.success || !isShallow(event)) return 'firma_no_valida';
  const address = clientAddress(headers);
  // At a shared address, a stranger's forged webhooks would block PayPal's own, so only concurrency is limited there.
  const who = isOneVisitors(headers) ? { address } : {};
  const checked = await atMost(mostAtOnce * env().ADDRESS_LIMIT_FACTOR, siteOf(address) ?? address, async () => {
    if ((await waitOf('forgedWebhook', who)) > 0) return 'demasiados_intentos';
    const answer = await callPayPal({
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      body: { ...sent.data, webhook_id: env().PAYPAL_WEBHOOK_ID, webhook_event: event },
    });
    if (verdict.parse(answer).verification_status === 'SUCCESS') return parsed.data;
    await takeAttempt('forgedWebhook', who);
    return 'firma_no_valida';
  });
  return checked ?? 'demasiados_a_la_vez';
}

/** Converts a PayPal event. */
const providerEvent = (event: PayPalEvent): ProviderEvent => ({
  id: event.id,
  type: event.event_type,
  payload: event,
  subscription: null,
  movedCharge: null,
  read: () => readPayPalEvent(event),
});

/**
 * Reads and verifies a webhook.
 *
 * @throws PayPalError if PayPal does not answer
 */
export async function readPayPalWebhook(body: string, headers: Headers): Promise<ProviderEvent | WebhookProblem> {
  const read = await verify(body, headers);
  return typeof read === 'string' ? read : providerEvent(read);
}

/**
 * True if PayPal has an event of this id for the shop's app.
 *
 * @throws PayPalError if PayPal does not answer
 */
export async function hasPayPalSent(id: string): Promise<boolean> {
  if (!/^WH-[\w-]+$/.test(id)) return false;
  try {
    const found = payPalEvent.safeParse(
      await callPayPal({ method: 'GET', path: `/v1/notifications/webhooks-events/${id}` }),
    );
    return found.data?.id === id;
  } catch (error) {
    if (error instanceof PayPalError && error.isRefusal) return false;
    throw error;
  }
}

/** Events of an unknown form are skipped. */
function listedEvents(events: unknown[]): ProviderEvent[] {
  return events.flatMap((event) => {
    const { data } = payPalEvent.safeParse(event);
    return data ? [providerEvent(data)] : [];
  });
}

/**
 * All events since a time, page by page, newest first. PayPal keeps them for thirty days.
 *
 * @throws PayPalError if PayPal does not answer
 */
export async function* payPalEventsSince(since: Date): AsyncGenerator<ProviderEvent[]> {
  for await (const events of listPayPalEvents(since)) yield listedEvents(events);
}
