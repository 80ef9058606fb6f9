import 'server-only';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { dayInSpain } from '@/lib/core/day';
import { forEachAtOnce } from '@/lib/core/http/for-each-at-once';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { fileName, parseStoragePath, type StoragePath } from '@/lib/storage/path';
import { fetchForShop } from '@/lib/storage/shop-link';
import { evidenceKinds } from './evidence-files';
import { providerOf } from './providers';
import { providerName } from './rows';

const facts = z.object({
  nombre: z.string(),
  entregado_at: z.string().nullable(),
  pedidos: z.array(z.object({ producto: z.string(), momentos: z.array(z.string()) })),
});

const file = z.object({
  ruta: z.string(),
  clase: z.enum(evidenceKinds),
  nota: z.string().nullable(),
  tipo: z.string(),
});

/** A dispute answer that was ordered, as the database returns it. */
export const orderedEvidence = z.object({
  disputa_id: z.string(),
  proveedor: providerName,
  referencia: z.string(),
  texto: z.string(),
  pruebas: facts.extend({ archivos: z.array(file).default([]) }),
});

export type OrderedEvidence = z.output<typeof orderedEvidence>;

/** The downloads with their times, one per line. */
const logOf = ({ pedidos }: z.output<typeof facts>): string =>
  pedidos
    .flatMap(({ producto, momentos }) =>
      momentos.map((moment) => `${new Date(moment).toISOString()} download of ${producto}`),
    )
    .join('\n');

async function bytesOf(path: StoragePath): Promise<Uint8Array> {
  const response = await fetchForShop(path);
  if (!response.ok) throw new Error(`storage answered ${response.status} for a file of a dispute`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Sends an ordered dispute answer, and records the result. Idempotent.
 *
 * @returns `sent`, or the provider's reason for a refusal, which makes the answer a draft again
 * @throws if the provider or the database does not answer; the ten-minute job tries again
 */
export async function carryOutEvidence(order: OrderedEvidence): Promise<'sent' | { refused: string }> {
  const { pruebas: known } = order;
  const provider = providerOf(order.proveedor);
  const answer = provider
    ? await provider.sendEvidence(order.referencia, {
        text: order.texto,
        product: known.nombre,
        log: logOf(known),
        deliveredOn: known.entregado_at ? dayInSpain(new Date(known.entregado_at)) : null,
        files: known.archivos.map(({ ruta, clase, nota, tipo }) => {
          const path = parseStoragePath(ruta);
          if (!path) throw new Error('evidence has no path');
          return { id: fileName(path), kind: clase, note: nota, type: tipo, read: () => bytesOf(path) };
        }),
      })
    : { refused: order.proveedor };
  const error = answer === 'sent' ? null : answer.refused;
  await readRpc(createAdminClient(), 'cerrar_respuesta', { p_disputa: order.disputa_id, p_error: error }, nothing);
  return answer;
}

/** Sends the ordered answers whose result is unknown. Returns the numbers of tried and of sent ones; logs failures. */
export async function finishEvidence(): Promise<{ asked: number; sent: number }> {
  const waiting = z.object({ respuestas: z.array(orderedEvidence) });
  const { respuestas } = await readRpc(createAdminClient(), 'respuestas_por_enviar', {}, waiting);
  let sent = 0;
  await forEachAtOnce(respuestas, async (order) => {
    try {
      if ((await carryOutEvidence(order)) === 'sent') sent += 1;
    } catch (problem) {
      log.error({ dispute: order.disputa_id, error: messageOf(problem) }, 'evidence could not be sent');
    }
  });
  return { asked: respuestas.length, sent };
}
