import 'server-only';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Stores the figures of past days, so that they are counted only once. Returns how many days. */
export async function closeDays(): Promise<number> {
  const { data, error } = await createAdminClient().rpc('cerrar_dias');
  if (error) throw new Error(`cerrar_dias failed: ${error.message}`);
  return data;
}
