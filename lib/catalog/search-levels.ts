import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const atOnce = 2_000;
const mostMs = 20_000;

/**
 * Moves products to the search level of their views, once a day; continues in the next run if time was short.
 *
 * @returns the number of moved products
 */
export async function levelSearch(): Promise<number> {
  const began = Date.now();
  let moved = 0;
  for (;;) {
    const now = await readRpc(createAdminClient(), 'repartir_fichas', { p_limite: atOnce }, z.coerce.number());
    moved += now;
    if (now < atOnce || Date.now() - began > mostMs) return moved;
  }
}
