import 'server-only';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { createAdminClient } from '@/lib/core/supabase/admin';
import type { Json } from '@/lib/core/supabase/database.types';
import { takePaymentEvent } from '@/lib/payments/deliver';
import { callPayPal } from '@/lib/payments/paypal/client';
import { readPayPalEvent } from '@/lib/payments/paypal/events';
import { type PayPalEvent, payPalEvent } from '@/lib/payments/paypal/events/types';

const verdict = z.object({ verification_status: z.string() });

/**
 * The event in a webhook's body, or null when PayPal did not send it.
 *
 * @throws PayPalError when PayPal does not answer
 */
export async function verifyPayPalWebhook(body: string, headers: Headers): Promise<PayPalEvent | null> {
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
 * Handles a verified event: records it under its id, applies it, and marks it as done. An event that was done before
 * changes nothing; one that failed half-way is applied when PayPal repeats it.
 *
 * @returns what became of it, for the log
 * @throws when it could not be handled, so that PayPal sends it again
 */
export async function takePayPalEvent(event: PayPalEvent): Promise<string> {
  const client = createAdminClient();
  const { data, error } = await client.rpc('registrar_evento', {
    p_proveedor: 'paypal',
    p_evento_id: event.id,
    p_tipo: event.event_type,
    p_payload: JSON.parse(JSON.stringify(event)) as Json,
  });
  if (error) throw new Error(`registrar_evento: ${error.message}`);
  if (!(data as { nuevo: boolean }).nuevo) return 'repeated';
  const news = await readPayPalEvent(event);
  const result = news && (await takePaymentEvent(news));
  const { error: failed } = await client.rpc('cerrar_evento', { p_proveedor: 'paypal', p_evento_id: event.id });
  if (failed) throw new Error(`cerrar_evento: ${failed.message}`);
  if (!result) return 'ignored';
  return result.ok ? result.value.state : result.error;
}
