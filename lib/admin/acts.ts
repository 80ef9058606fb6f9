import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

export const actRow = z
  .object({
    id: z.number(),
    accion: z.string(),
    antes: z.record(z.string(), z.unknown()).nullable(),
    despues: z.record(z.string(), z.unknown()).nullable(),
    motivo: z.string().nullable(),
    actor: z.string().nullable(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    action: row.accion,
    before: row.antes ?? {},
    after: row.despues ?? {},
    reason: row.motivo,
    actor: row.actor,
    at: row.created_at,
  }));

export type AdminAct = z.output<typeof actRow>;

/** What admins and moderators have done to one thing: up to 50 acts, the newest first (admins only). */
export async function listActs(kind: 'producto' | 'pago' | 'retiro', id: string): Promise<AdminAct[]> {
  const answer = z.object({ actos: z.array(actRow) });
  return (await readRpc(createRequestClient(), 'admin_actos', { p_tipo: kind, p_id: id }, answer)).actos;
}
