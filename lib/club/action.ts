'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { anyMinecraftName } from '@/lib/account/names/minecraft-name';
import { pagePerson } from '@/lib/account/other-person';
import { inWords } from '@/lib/checkout/answer';
import { succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { wakeServers } from '@/lib/servers/wake';

/**
 * Adds a product of the Club to the member's library. Returns the order's id, or the refusal as a sentence.
 */
export const claimWithClub = defineAction('claimWithClub', {
  who: 'signedIn',
  input: z.object({
    productId: z.uuid(),
    minecraftName: z.string().regex(anyMinecraftName.pattern),
    persona: pagePerson,
  }),
  toInput: (productId: string, minecraftName: string, persona?: string) => ({ productId, minecraftName, persona }),
  limit: 'checkout',
  run: async ({ productId, minecraftName }) => {
    const result = await callRpc(
      createRequestClient(),
      'reclamar_con_club',
      { p_producto: productId, p_minecraft_name: minecraftName },
      null,
      z.object({ pedido: z.string() }),
    );
    return result.ok ? succeed(result.value.pedido) : result;
  },
  words: inWords('gratis_fallido'),
  afterwards: [wakeServers],
});
