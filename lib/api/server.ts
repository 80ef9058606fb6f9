import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { scopes } from './scopes';

const row = z
  .object({
    id: z.string(),
    nombre: z.string(),
    pista: z.string(),
    ambitos: z.array(z.enum(scopes)),
    created_at: z.string(),
    caduca_at: z.string(),
    usada_at: z.string().nullable(),
    estado: z.enum(['vigente', 'caducada', 'revocada']),
  })
  .transform((key) => ({
    id: key.id,
    name: key.nombre,
    hint: key.pista,
    scopes: key.ambitos,
    createdAt: key.created_at,
    expiresAt: key.caduca_at,
    usedAt: key.usada_at,
    state: key.estado,
  }));

export type ApiKey = z.output<typeof row>;

/** The signed-in person's API keys: those in use first, then newest first. */
export async function listApiKeys(): Promise<ApiKey[]> {
  const { llaves } = await readRpc(createRequestClient(), 'mis_llaves', {}, z.object({ llaves: z.array(row) }));
  return llaves;
}
