import 'server-only';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Writes down the figures of the days that are over, so that they are never counted again. Answers how many. */
export async function closeDays(): Promise<number> {
  const { data, error } = await createAdminClient().rpc('cerrar_dias');
  if (error) throw new Error(`cerrar_dias failed: ${error.message}`);
  return data;
}
