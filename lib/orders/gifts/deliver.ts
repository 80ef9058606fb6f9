import 'server-only';
import { z } from 'zod';
import { messageOf, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';
import { refreshStock } from '@/lib/payments/follow-event';

const ids = z.array(z.string());
const delivery = z.object({ ok: z.literal(true), entregado_ahora: z.boolean() });
const expiry = z.object({ ok: z.literal(true), caducado_ahora: z.boolean() });

/**
 * Works through gifts one by one: a failing one does not delay the others.
 *
 * @param work true if it changed the gift
 * @returns the number of changed gifts
 * @throws if one of them failed, after the others
 */
async function forEachGift(due: string[], fault: string, work: (id: string) => Promise<boolean>): Promise<number> {
  let changed = 0;
  let failed = 0;
  for (const id of due) {
    try {
      if (await work(id)) changed += 1;
    } catch (problem) {
      failed += 1;
      log.error({ gift: id, error: messageOf(problem) }, fault);
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length}: ${fault}`);
  return changed;
}

/**
 * Delivers due gifts, each in its own transaction.
 *
 * @returns the number of delivered gifts
 * @throws if one of them failed, after the others were delivered
 */
export async function deliverGifts(): Promise<number> {
  const client = createAdminClient();
  const due = await readRpc(client, 'regalos_por_entregar', {}, ids);
  return forEachGift(due, 'a gift was not given', async (id) => {
    const { entregado_ahora } = await readRpc(client, 'entregar_regalo', { p_pago: id }, delivery);
    if (!entregado_ahora) await refreshStock(id, 'refunded');
    return entregado_ahora;
  });
}

/**
 * Mails the links of gifts on their delivery day, and converts gifts that nobody collected in time into UnCoins of
 * their givers, each in its own transaction.
 *
 * @returns the number of mails and of expired gifts
 * @throws if one of them failed, after the others
 */
export async function followGiftLinks(): Promise<number> {
  const client = createAdminClient();
  const mailed = await readRpc(client, 'enviar_regalos_por_correo', {}, z.number());
  const due = await readRpc(client, 'regalos_por_caducar', {}, ids);
  const expired = await forEachGift(due, 'a gift did not expire', async (id) => {
    const { caducado_ahora } = await readRpc(client, 'caducar_regalo', { p_pago: id }, expiry);
    if (caducado_ahora) await refreshStock(id, 'refunded');
    return caducado_ahora;
  });
  return mailed + expired;
}
