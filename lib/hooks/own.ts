import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { pageOf } from '@/lib/core/supabase/cursor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { messageId } from './message-id';
import { type DeliveryState, deliveryStates, postErrors, topics } from './types';

const hook = z
  .object({
    id: z.string(),
    url: z.string(),
    temas: z.array(z.enum(topics)),
    pausado_motivo: z.enum(['propio', 'fallos', 'retirado']).nullable(),
    entregado_at: z.string().nullable(),
    anterior_hasta: z.string().nullable(),
    esperan: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    url: row.url,
    topics: row.temas,
    pause: row.pausado_motivo,
    deliveredAt: row.entregado_at,
    formerSecretUntil: row.anterior_hasta,
    waiting: row.esperan,
  }));
export type Hook = z.output<typeof hook>;

/** The signed-in creator's addresses for webhooks, in the order in which they were added. */
export const listHooks = (): Promise<Hook[]> => readRpc(createRequestClient(), 'mis_webhooks', {}, z.array(hook));

const delivery = z
  .object({
    id: z.string(),
    suceso_id: z.string(),
    tipo: z.string(),
    datos: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    url: z.string(),
    estado: z.enum([...deliveryStates, 'enviando']),
    en_pausa: z.boolean(),
    intentos: z.number(),
    intentado_at: z.string().nullable(),
    proximo_at: z.string().nullable(),
    codigo: z.number().nullable(),
    error: z.enum(postErrors).nullable().catch('broken'),
    duracion_ms: z.number().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    messageId: messageId(row.suceso_id),
    type: row.tipo,
    data: row.datos,
    createdAt: row.created_at,
    url: row.url,
    state: row.estado,
    isPaused: row.en_pausa,
    attempts: row.intentos,
    attemptAt: row.intentado_at,
    nextAt: row.proximo_at,
    status: row.codigo,
    error: row.error,
    milliseconds: row.duracion_ms,
  }));
export type HookDelivery = z.output<typeof delivery>;

const deliveriesPerPage = 50;

/** Filters of the log. */
export type DeliveryFilter = { hook: string | null; state: DeliveryState | null; before: string | null };

/** A page of the signed-in creator's deliveries, newest first, and the cursor of the next one. */
export async function listDeliveries(
  filter: DeliveryFilter,
): Promise<{ deliveries: HookDelivery[]; next: string | null }> {
  const found = await readRpc(
    createRequestClient(),
    'mis_envios_webhook',
    {
      p_webhook: filter.hook,
      p_estado: filter.state,
      p_antes: filter.before === null ? null : Number(filter.before),
      p_limite: deliveriesPerPage + 1,
    },
    z.array(delivery),
  );
  const { shown: deliveries, next } = pageOf(found, deliveriesPerPage, ({ id }) => id);
  return { deliveries, next };
}
