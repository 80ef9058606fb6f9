import 'server-only';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { moment } from '@/lib/core/supabase/cursor';
import { messageId } from './message-id';
import { post, reachOf } from './post';
import { type EventType, events } from './schema';

const leased = z.object({
  id: z.coerce.number(),
  arriendo: z.string(),
  suceso_id: z.string(),
  tipo: z.string(),
  datos: z.unknown(),
  created_at: moment,
  url: z.string(),
  secretos: z.array(z.string()),
});
type Leased = z.output<typeof leased>;

/** The body of an event, and its headers by the specification: a signature by each secret that is valid. */
export function messageOfEvent(delivery: Omit<Leased, 'id' | 'arriendo' | 'url'>) {
  const now = new Date();
  const schema = events[delivery.tipo as EventType];
  const timestamp = new Date(delivery.created_at).toISOString();
  const body = JSON.stringify(schema.parse({ type: delivery.tipo, timestamp, data: delivery.datos }));
  const id = messageId(delivery.suceso_id);
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': delivery.secretos.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      'user-agent': 'UnStore-Webhooks/1',
    },
  };
}

async function deliver(client: ReturnType<typeof createAdminClient>, delivery: Leased): Promise<boolean> {
  const begun = Date.now();
  const { body, headers } = messageOfEvent(delivery);
  const { status, error, retryAfter } = await post(delivery.url, body, headers, reachOf(env().STORE_MODE === 'local'));
  const isDelivered = status !== null && status >= 200 && status < 300;
  await readRpc(
    client,
    'cerrar_envio_webhook',
    {
      p_envio: delivery.id,
      p_arriendo: delivery.arriendo,
      p_entregado: isDelivered,
      p_codigo: status,
      p_error: error,
      p_ms: Date.now() - begun,
      p_espera: retryAfter ?? null,
    },
    z.unknown(),
  );
  return isDelivered;
}

const longestMs = 25_000;
/** Half of a lease is enough for a batch: two rounds of calls, each with its deadline. */
const batchSize = 12;

/**
 * Sends the webhooks that are due. Each is leased for a minute, so that concurrent senders do not send it twice at
 * once, and the leases of a crashed sender expire and are sent again. After 25 seconds the rest is left to the next
 * call.
 *
 * @returns the number of delivered ones
 */
export async function sendPendingHooks(): Promise<number> {
  const client = createAdminClient();
  const end = Date.now() + longestMs;
  let delivered = 0;
  for (;;) {
    const due = await readRpc(client, 'tomar_envios_webhook', { p_limite: batchSize }, z.array(leased));
    if (due.length === 0) return delivered;
    await forEachAtOnce(due, async (delivery) => {
      try {
        if (await deliver(client, delivery)) delivered += 1;
      } catch (problem) {
        // The delivery is tried again when its lease expires.
        log.error({ webhook: delivery.id, error: messageOf(problem) }, 'a webhook was not sent');
      }
    });
    if (Date.now() > end) return delivered;
  }
}

/** Sends due deliveries, and deletes events of more than 30 days. For the job. */
export async function sendHooksOfJob(): Promise<{ entregados: number; olvidados: number }> {
  const olvidados = await readRpc(createAdminClient(), 'olvidar_webhooks', {}, z.number());
  return { entregados: await sendPendingHooks(), olvidados };
}
