import 'server-only';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Writes a mail to every owner of a reserved product that has been released, once per order. Returns how many. */
export async function announceReleases(): Promise<number> {
  const { data, error } = await createAdminClient().rpc('avisar_reservas');
  if (error) throw new Error(`avisar_reservas: ${error.message}`);
  return data;
}
