import 'server-only';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { isShallow, parseJson } from '@/lib/core/http/json';
import { takeAttempt, waitOf } from '@/lib/core/limits';
import { atMost } from '@/lib/core/limits/at-once';
import { siteOf } from '@/lib/core/limits/site';
import { clientAddress, isOneVisitors } from '@/lib/core/security/visitor';
import type { ProviderEvent, WebhookProblem } from '../provider';
import { callPayPal, PayPalError } from './client';
import { listPayPalEvents } from './event-list';
import { readPayPalEvent } from './events';
import { type PayPalEvent, payPalEvent } from './events/types';

const verdict = z.object({ verification_status: z.string() });

/** Whether a certificate is at PayPal, or where the shop has been told to find PayPal. */
function isPayPals(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const { PAYPAL_API_URL: own } = env();
  return (
    (url.protocol === 'https:' && url.hostname.endsWith('.paypal.com')) || (!!own && url.origin === new URL(own).origin)
  );
}

/** What PayPal sends in headers beside an event, within the limits of its API ("verify_webhook_signature"). */
const transmission = z.object({
  auth_algo: z.string().regex(/^[a-zA-Z0-9]{1,100}$/),
  cert_url: z.string().max(500).refine(isPayPals),
  transmission_id: z.string().min(1).max(50),
  transmission_sig: z.string().min(1).max(500),
  transmission_time: z.iso.datetime({ offset: true }).max(100),
});

/** So many of one address may be with PayPal at once, as many as it may send that are forged. */
const mostAtOnce = 60;

/**
 * The event in a webhook's body, or why it is refused. Only PayPal can say who signed it: an address that has sent many
 * that it did not sign has it asked about no more, so that PayPal goes on answering the shop. Only what PayPal has said
 * is forged is counted. Before it has said so, as little as possible is held against an address, because PayPal's own
 * webhooks may be among it: of many at once those that are too many are put off, and PayPal sends them again.
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
  // At an address that is everybody's a stranger's forged webhooks would shut PayPal's own out for minutes. There only
  // those at once are limited.
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

/** An event of PayPal as the shop takes it in. */
const providerEvent = (event: PayPalEvent): ProviderEvent => ({
  id: event.id,
  type: event.event_type,
  payload: event,
  subscription: null,
  movedCharge: null,
  read: () => readPayPalEvent(event),
});

/**
 * The event in a webhook's body, or why it is refused.
 *
 * @throws PayPalError when PayPal does not answer
 */
export async function readPayPalWebhook(body: string, headers: Headers): Promise<ProviderEvent | WebhookProblem> {
  const read = await verify(body, headers);
  return typeof read === 'string' ? read : providerEvent(read);
}

/**
 * Whether PayPal has an event of this id for the shop's app.
 *
 * @throws PayPalError when PayPal does not answer
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

/** An event of a form that the shop does not know is none that it acts on. */
function listedEvents(events: unknown[]): ProviderEvent[] {
  return events.flatMap((event) => {
    const { data } = payPalEvent.safeParse(event);
    return data ? [providerEvent(data)] : [];
  });
}

/**
 * All events since a moment, page by page, newest first. PayPal keeps them for thirty days.
 *
 * @throws PayPalError when PayPal does not answer
 */
export async function* payPalEventsSince(since: Date): AsyncGenerator<ProviderEvent[]> {
  for await (const events of listPayPalEvents(since)) yield listedEvents(events);
}
