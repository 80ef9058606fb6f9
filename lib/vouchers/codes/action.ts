'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { anyMinecraftName } from '@/lib/account/names/minecraft-name';
import { pagePerson } from '@/lib/account/other-person';
import { inLanguage, names } from '@/lib/catalog/rows';
import { fail, succeed } from '@/lib/core/action/result';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { requestLocale } from '@/lib/core/i18n/server';
import { createRequestClient } from '@/lib/core/supabase/server';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { sendPendingMails } from '@/lib/mail/server';
import { wakeServers } from '@/lib/servers/wake';
import { codeInput } from './schema';

const refusals = ['codigo_no_valido', 'ya_lo_tienes', 'cuenta_deshabilitada', 'nombre_minecraft_no_valido'] as const;

export type CodeGift = { name: string; edition: string | null; coverUrl: string; coverBlur: string | null };

const gift = z.object({
  ...names,
  edicion: z.string().nullable(),
  edicion_en: z.string().nullable(),
  portada_url: z.string(),
  portada_blur: z.string().nullable(),
});

/** Looks up a code: the first step of redeeming it (docs/behaviour/orders.md, "Redeem codes"). Attempts are limited. */
export const lookUpCode = defineAction('lookUpCode', {
  who: 'signedIn',
  input: codeInput,
  invalid: ({ form }) => (form === 'vacio' ? 'vacio' : 'codigo_no_valido'),
  limit: 'code',
  run: async (code) => {
    const result = await callRpc(createRequestClient(), 'ver_codigo', { p_codigo: code }, refusals, gift);
    if (!result.ok) return result;
    const { nombre, nombre_en, edicion, edicion_en, portada_url, portada_blur } = result.value;
    const locale = await requestLocale();
    return succeed<CodeGift>({
      name: inLanguage(locale, nombre, nombre_en),
      edition: edicion && inLanguage(locale, edicion, edicion_en),
      coverUrl: portada_url,
      coverBlur: portada_blur,
    });
  },
});

/**
 * Redeems a code: order and code change in one transaction. Returns the order's id, also when repeated. Without an
 * answer of the database the outcome is unknown: `sin_respuesta`.
 */
export const redeemCode = defineAction('redeemCode', {
  who: 'signedIn',
  input: z.object({
    code: codeInput,
    minecraftName: z.string().regex(anyMinecraftName.pattern),
    persona: pagePerson,
  }),
  toInput: (code: string, minecraftName: string, persona?: string) => ({ code, minecraftName, persona }),
  invalid: ({ minecraftName }) => (minecraftName ? 'nombre_minecraft_no_valido' : 'codigo_no_valido'),
  limit: 'code',
  run: async ({ code, minecraftName }) => {
    const result = await callRpc(
      createRequestClient(),
      'canjear_codigo',
      { p_codigo: code, p_minecraft_name: minecraftName },
      [...refusals, 'mantenimiento'],
      z.object({ pedido_id: z.string() }),
    ).catch((problem: unknown) => {
      logFailure('a code could not be redeemed')(problem);
      return fail(problem instanceof ServiceUnavailable ? 'sin_respuesta' : 'fallo');
    });
    if (result.ok) return succeed(result.value.pedido_id);
    return result.error === 'mantenimiento' ? fail('closed') : result;
  },
  afterwards: [sendPendingMails, wakeServers],
});
