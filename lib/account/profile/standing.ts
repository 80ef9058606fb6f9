import 'server-only';
import { z } from 'zod';
import { reputations } from '@/lib/account/constants';
import type { Standing } from '@/lib/account/types';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const reputation = z.enum(reputations);

const row = z
  .object({
    reputacion: reputation.nullable(),
    infracciones: z.coerce.number().int(),
    ultima_infraccion: z.string().nullable(),
    cambios: z.array(z.object({ antes: reputation, despues: reputation, motivo: z.string(), created_at: z.string() })),
  })
  .transform(
    (data): Standing => ({
      reputation: data.reputacion ?? 'buena',
      infractions: data.infracciones,
      changes: data.cambios.map((change) => ({ to: change.despues, reason: change.motivo, at: change.created_at })),
    }),
  );

/**
 * The reputation of the signed-in person with its reasons. If it cannot be read, it counts as disabled
 * (docs/behaviour/account.md, "Reputation").
 */
export async function getStanding(): Promise<Standing> {
  // An error counts as disabled, like an answer that does not parse.
  const read = await callRpc(createRequestClient(), 'mi_reputacion', {}, [], row).catch(
    logFailure('a reputation could not be read'),
  );
  return read.ok ? read.value : { reputation: 'deshabilitado', infractions: 0, changes: [] };
}
