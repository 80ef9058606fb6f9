import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const atOnce = 200;

/**
 * Counts anew what buyers of a product also have, for the products whose count is the oldest; each once a day.
 *
 * @returns for how many products
 */
export async function countRelated(): Promise<number> {
  return readRpc(createAdminClient(), 'contar_relacionados', { p_limite: atOnce }, z.coerce.number());
}
