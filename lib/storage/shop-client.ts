import 'server-only';
import { createClient } from '@supabase/supabase-js';
import { env } from '@/lib/core/env';

/**
 * Storage with the shop's own permissions, which no policy restricts. For paths from the database or a job, never for a
 * path that a person sent.
 *
 * @param fetchWithDeadline carries out the calls
 */
export function shopStorage(fetchWithDeadline: typeof fetch) {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = env();
  return createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchWithDeadline },
  }).storage;
}
