import 'server-only';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import type { ProviderEvent, WebhookProblem } from '../provider';
import { callPayPal } from './client';
import { readPayPalEvent } from './events';
import { type PayPalEvent, payPalEvent } from './events/types';

const verdict = z.object({ verification_status: z.string() });

/** The event in a webhook's body, or null when PayPal did not send it. */
async function verify(body: string, headers: Headers): Promise<PayPalEvent | null> {
  const header = (name: string) => headers.get(`paypal-${name}`) ?? '';
  let event: unknown;
  try {
    event = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = payPalEvent.safeParse(event);
  if (!parsed.success || !header('transmission-sig')) return null;
  const answer = await callPayPal({
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body: {
      auth_algo: header('auth-algo'),
      cert_url: header('cert-url'),
      transmission_id: header('transmission-id'),
      transmission_sig: header('transmission-sig'),
      transmission_time: header('transmission-time'),
      webhook_id: env().PAYPAL_WEBHOOK_ID,
      webhook_event: event,
    },
  });
  return verdict.parse(answer).verification_status === 'SUCCESS' ? parsed.data : null;
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
  const event = await verify(body, headers);
  return event ? providerEvent(event) : 'firma_no_valida';
}

const page = z.object({
  events: z.array(z.unknown()).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});

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
  const range = { start_time: since.toISOString(), end_time: new Date().toISOString(), page_size: '100' };
  for (let query: URLSearchParams | undefined = new URLSearchParams(range); query; ) {
    const answer = page.parse(await callPayPal({ method: 'GET', path: `/v1/notifications/webhooks-events?${query}` }));
    yield listedEvents(answer.events);
    const next = answer.links?.find(({ rel }) => rel === 'next');
    query = next && answer.events.length > 0 ? new URL(next.href).searchParams : undefined;
  }
}
