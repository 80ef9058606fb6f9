'use server';

import { z } from 'zod';
import { minecraftName as nameRule } from '@/lib/account/minecraft-name';
import { getMe } from '@/lib/account/server';
import { refusalMessage } from '@/lib/checkout/answer';
import { asRefusal } from '@/lib/checkout/refusals';
import { refusalRow } from '@/lib/core/action/refusal';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';

const input = z.object({ productId: z.uuid(), minecraftName: z.string().regex(nameRule.pattern) });

/**
 * Adds a product of the Club to the member's library. Returns the order's id, or a sentence with the reason why not.
 */
export async function claimWithClub(productId: string, minecraftName: string): Promise<Result<string>> {
  const locale = await requestLocale();
  const me = await getMe();
  if (!me) return fail(await refusalMessage('sin_sesion', locale));
  const parsed = input.safeParse({ productId, minecraftName });
  if (!parsed.success) return fail(await refusalMessage('nombre_minecraft_no_valido', locale));
  if ((await takeAttempt('checkout', me.id)) > 0) return fail(await refusalMessage('demasiados_intentos', locale));
  const { data, error } = await (await createRequestClient()).rpc('reclamar_con_club', {
    p_producto: parsed.data.productId,
    p_minecraft_name: parsed.data.minecraftName,
  });
  if (error) {
    log.error({ user: me.id, error: error.message }, 'a claim with the Club failed');
    return fail(await refusalMessage('gratis_fallido', locale));
  }
  const refused = refusalRow.safeParse(data);
  if (refused.success) return fail(await refusalMessage(asRefusal(refused.data.error), locale));
  return succeed(z.object({ pedido: z.string() }).parse(data).pedido);
}
