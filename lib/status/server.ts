import 'server-only';
import { deadlines } from '@/lib/core/http/deadlines';
import { createPublicClient } from '@/lib/core/supabase/server';
import type { ShopStatus } from './types';

/** The switches of the shop as they stand in the database now, or null when it does not answer. */
export async function readShopStatus(): Promise<ShopStatus | null> {
  // An error has no data: what asks keeps the switches as it knew them.
  const { data } = await createPublicClient()
    .from('configuracion_global')
    .select('mantenimiento,status_down')
    .eq('id', 1)
    .abortSignal(AbortSignal.timeout(deadlines.switches))
    .single();
  return data && { closed: data.mantenimiento, down: data.status_down };
}
