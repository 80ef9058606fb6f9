import 'server-only';
import { deadlines } from '@/lib/core/http/deadlines';
import { createPublicClient } from '@/lib/core/supabase/server';
import type { ShopStatus } from './types';

/** Reads the settings of the shop; null if the database does not answer. */
export async function readShopStatus(): Promise<ShopStatus | null> {
  // An error has no data: the caller keeps the known settings.
  const { data } = await createPublicClient()
    .from('configuracion_global')
    .select('mantenimiento,status_down')
    .eq('id', 1)
    .abortSignal(AbortSignal.timeout(deadlines.switches))
    .single();
  return data && { closed: data.mantenimiento, down: data.status_down };
}
