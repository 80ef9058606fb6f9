import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const atOnce = 200;

/**
 * Recounts what buyers of a product also own, for the products with the oldest count; each once a day.
 *
 * @returns the number of products
 */
export async function countRelated(): Promise<number> {
  return readRpc(createAdminClient(), 'contar_relacionados', { p_limite: atOnce }, z.coerce.number());
}
