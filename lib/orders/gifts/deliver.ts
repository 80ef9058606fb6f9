import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

const answer = z.object({ ok: z.literal(true), entregado_ahora: z.boolean() });

/**
 * Gives the gifts whose day has come, each in a step of its own: one that fails does not hold up the others.
 *
 * @returns how many were given
 * @throws when one of them failed, after the rest were given
 */
export async function deliverGifts(): Promise<number> {
  const client = createAdminClient();
  const due = await readRpc(client, 'regalos_por_entregar', {}, z.array(z.string()));
  let given = 0;
  let failed = 0;
  for (const id of due) {
    try {
      const { entregado_ahora } = await readRpc(client, 'entregar_regalo', { p_pago: id }, answer);
      if (entregado_ahora) given += 1;
    } catch (problem) {
      failed += 1;
      log.error({ gift: id, error: messageOf(problem) }, 'a gift was not given');
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length} gifts were not given`);
  return given;
}
