'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { minecraftName as nameRule } from '@/lib/account/names/minecraft-name';
import { succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';

/** The recipient opens a gift and says the Minecraft name that it is for; null where it has one already. */
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

/** The giver has the recipient told of an unopened gift once more, once a day. */
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
