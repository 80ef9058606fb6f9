import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

const answer = z.object({ ok: z.literal(true), entregado_ahora: z.boolean() });

const expiry = z.object({ ok: z.literal(true), caducado_ahora: z.boolean() });

/**
 * Mails the links of gifts whose day has come, and turns those that nobody collected in time into UnCoins of their givers,
 * each in its own transaction.
 *
 * @returns the number of mails and of expired gifts
 * @throws if one of them failed, after the others
 */
export async function followGiftLinks(): Promise<number> {
  const client = createAdminClient();
  let done = await readRpc(client, 'enviar_regalos_por_correo', {}, z.number());
  const due = await readRpc(client, 'regalos_por_caducar', {}, z.array(z.string()));
  let failed = 0;
  for (const id of due) {
    try {
      const { caducado_ahora } = await readRpc(client, 'caducar_regalo', { p_pago: id }, expiry);
      if (caducado_ahora) done += 1;
    } catch (problem) {
      failed += 1;
      log.error({ gift: id, error: messageOf(problem) }, 'a gift did not expire');
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length} gifts did not expire`);
  return done;
}

/**
 * Delivers due gifts, each in its own transaction: a failing one does not delay the others.
 *
 * @returns the number of delivered gifts
 * @throws if one of them failed, after the others were delivered
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
