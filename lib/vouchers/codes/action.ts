'use server';

import { headers } from 'next/headers';
import { after } from 'next/server';
import { z } from 'zod';
import { redeemName } from '@/lib/account/minecraft-name';
import { getMe } from '@/lib/account/server';
import { inLanguage } from '@/lib/catalog/rows';
import { refusalRow } from '@/lib/core/action/refusal';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { clientAddress } from '@/lib/core/security/visitor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { codeInput } from './schema';

const codes = [
  'codigo_no_valido',
  'ya_lo_tienes',
  'cuenta_deshabilitada',
  'nombre_minecraft_no_valido',
  'sin_sesion',
  'demasiados_intentos',
] as const;
type CodeError = (typeof codes)[number] | 'vacio' | 'fallo';

export type CodeGift = { name: string; edition: string | null; coverUrl: string; coverBlur: string | null };

const whoOf = async (account: string) => ({ account, address: clientAddress(await headers()) });

const asError = (error: string): CodeError => codes.find((code) => code === error) ?? 'fallo';

const gift = z.object({
  ok: z.literal(true),
  nombre: z.string(),
  nombre_en: z.string().nullable(),
  edicion: z.string().nullable(),
  portada_url: z.string(),
  portada_blur: z.string().nullable(),
});

/**
 * What a code would give: the first step of redeeming it (docs/behaviour/orders.md, "Redeem codes"). Guessing is
 * limited.
 */
export async function lookUpCode(code: string): Promise<Result<CodeGift, CodeError>> {
  const me = await getMe();
  if (!me) return fail('sin_sesion');
  const parsed = codeInput.safeParse(code);
  if (!parsed.success) return fail(code.trim() === '' ? 'vacio' : 'codigo_no_valido');
  if ((await takeAttempt('code', await whoOf(me.id))) > 0) return fail('demasiados_intentos');
  const { data, error } = await (await createRequestClient()).rpc('ver_codigo', { p_codigo: parsed.data });
  if (error) {
    log.error({ error: error.message }, 'a code could not be looked up');
    return fail('fallo');
  }
  const refused = refusalRow.safeParse(data);
  if (refused.success) return fail(asError(refused.data.error));
  const found = gift.parse(data);
  return succeed({
    name: inLanguage(await requestLocale(), found.nombre, found.nombre_en),
    edition: found.edicion,
    coverUrl: found.portada_url,
    coverBlur: found.portada_blur,
  });
}

/** Redeems a code, the second step: order and code change in one transaction. Returns the new order's id. */
export async function redeemCode(code: string, minecraftName: string): Promise<Result<string, CodeError>> {
  const me = await getMe();
  if (!me) return fail('sin_sesion');
  if (!redeemName.pattern.test(minecraftName)) return fail('nombre_minecraft_no_valido');
  if ((await takeAttempt('code', await whoOf(me.id))) > 0) return fail('demasiados_intentos');
  const { data, error } = await (await createRequestClient()).rpc('canjear_codigo', {
    p_codigo: code,
    p_minecraft_name: minecraftName,
  });
  if (error) {
    log.error({ error: error.message }, 'a code could not be redeemed');
    return fail('fallo');
  }
  const refused = refusalRow.safeParse(data);
  if (refused.success) return fail(asError(refused.data.error));
  after(sendPendingMails);
  return succeed(z.object({ pedido_id: z.string() }).parse(data).pedido_id);
}
