import 'server-only';
import { z } from 'zod';
import { createRequestClient } from '@/lib/core/supabase/server';
import { reputations } from './constants';
import type { Standing } from './types';

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
 * The reputation of the signed-in person with its reasons. If it cannot be read it counts as disabled
 * (docs/behaviour/account.md, "Reputation").
 */
export async function getStanding(): Promise<Standing> {
  const client = await createRequestClient();
  const { data } = await client.rpc('mi_reputacion');
  const parsed = row.safeParse(data);
  return parsed.success ? parsed.data : { reputation: 'deshabilitado', infractions: 0, changes: [] };
}
