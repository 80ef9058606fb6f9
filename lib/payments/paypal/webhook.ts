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

/**
 * The event in a webhook's body, or why it is refused.
 *
 * @throws PayPalError when PayPal does not answer
 */
export async function readPayPalWebhook(body: string, headers: Headers): Promise<ProviderEvent | WebhookProblem> {
  const event = await verify(body, headers);
  if (!event) return 'firma_no_valida';
  return {
    id: event.id,
    type: event.event_type,
    payload: event,
    subscription: null,
    movedCharge: null,
    read: () => readPayPalEvent(event),
  };
}
