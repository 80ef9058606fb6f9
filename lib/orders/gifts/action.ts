'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { minecraftName as nameRule } from '@/lib/account/names/minecraft-name';
import { succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';

/** Opens a gift as its recipient, with the Minecraft name; null if it already has one. */
export const openGift = defineAction('openGift', {
  who: 'signedIn',
  input: z.object({ id: z.uuid(), minecraftName: z.string().regex(nameRule.pattern).nullable() }),
  toInput: (id: string, minecraftName: string | null) => ({ id, minecraftName }),
  invalid: 'nombre_minecraft_no_valido',
  limit: 'checkout',
  run: async ({ id, minecraftName }) => {
    const wanted = { p_pago: id, p_minecraft_name: minecraftName };
    const refusals = ['no_existe', 'regalo_retirado', 'nombre_minecraft_no_valido'] as const;
    const opened = await callRpc(createRequestClient(), 'abrir_regalo', wanted, refusals);
    return opened.ok ? succeed(undefined) : opened;
  },
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
