'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { anyMinecraftName } from '@/lib/account/names/minecraft-name';
import { pagePerson } from '@/lib/account/other-person';
import { newGiftLink } from '@/lib/checkout/gifts/link';
import { succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { wakeServers } from '@/lib/servers/wake';

/** Opens a gift as its recipient, with the Minecraft name; null if it already has one. */
export const openGift = defineAction('openGift', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), minecraftName: z.string().regex(anyMinecraftName.pattern).nullable() }),
  toInput: (id: string, minecraftName: string | null) => ({ id, minecraftName }),
  invalid: 'nombre_minecraft_no_valido',
  limit: 'checkout',
  run: async ({ id, minecraftName }) => {
    const wanted = { p_pago: id, p_minecraft_name: minecraftName };
    const refusals = ['no_existe', 'regalo_retirado', 'nombre_minecraft_no_valido'] as const;
    const opened = await callRpc(createRequestClient(), 'abrir_regalo', wanted, refusals);
    return opened.ok ? succeed(undefined) : opened;
  },
  afterwards: [wakeServers],
});

/** Reminds the recipient of an unopened gift, once a day. */
export const remindOfGift = defineAction('remindOfGift', {
  who: 'signedIn',
  input: z.uuid(),
  limit: 'checkout',
  run: async (id) => {
    const refusals = ['no_existe', 'no_se_puede_avisar', 'aviso_reciente'] as const;
    const reminded = await callRpc(createRequestClient(), 'avisar_regalo', { p_pago: id }, refusals);
    return reminded.ok ? succeed(undefined) : reminded;
  },
  afterwards: [sendPendingMails],
});

/** Collects a gift by its link, with the Minecraft name, and returns its id. */
export const collectGift = defineAction('collectGift', {
  who: 'signedIn',
  input: z.object({
    token: z.string().min(1).max(100),
    minecraftName: z.string().regex(anyMinecraftName.pattern),
    persona: pagePerson,
  }),
  toInput: (token: string, minecraftName: string, persona?: string) => ({ token, minecraftName, persona }),
  invalid: 'nombre_minecraft_no_valido',
  limit: 'checkout',
  run: async ({ token, minecraftName }) => {
    const wanted = { p_ficha: token, p_minecraft_name: minecraftName };
    const refusals = [
      'enlace_no_valido',
      'regalo_a_si_mismo',
      'ya_lo_tienes',
      'gratis_no_permitido',
      'nombre_minecraft_no_valido',
      'mantenimiento',
    ] as const;
    const answer = z.object({ pago_id: z.string() });
    const collected = await callRpc(createRequestClient(), 'recoger_regalo', wanted, refusals, answer);
    return collected.ok ? succeed(collected.value.pago_id) : collected;
  },
  afterwards: [sendPendingMails, wakeServers],
});

/** Mails the link of a gift again: to the same address once a day, or to another one, which revokes earlier links. */
export const resendGift = defineAction('resendGift', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), email: z.email().max(254) }),
  toInput: (id: string, email: string) => ({ id, email }),
  invalid: 'correo_no_valido',
  limit: 'checkout',
  run: async ({ id, email }) => {
    const wanted = { p_pago: id, p_correo: email, ...newGiftLink() };
    const refusals = [
      'no_existe',
      'no_se_puede_avisar',
      'aviso_reciente',
      'correo_no_valido',
      'demasiados_intentos',
    ] as const;
    const sent = await callRpc(createRequestClient(), 'reenviar_regalo', wanted, refusals);
    return sent.ok ? succeed(undefined) : sent;
  },
  afterwards: [sendPendingMails],
});
