import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

const atOnce = 2_000;
const mostMs = 20_000;

/**
 * Moves products that are viewed more or less than they were to the level of search that they belong to; once a day, and
 * again in the next run when time was short.
 *
 * @returns how many were moved
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
