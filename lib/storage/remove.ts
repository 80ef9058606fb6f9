import 'server-only';
import { createClient } from '@supabase/supabase-js';
import { env } from '@/lib/core/env';
import { callForJobs } from '@/lib/core/supabase/calls';
import { buckets, type StoragePath } from './path';

/**
 * Deletes objects with the shop's rights. Only for jobs, which read the paths from the database.
 *
 * @throws if storage does not answer
 */
export async function removeObjects(paths: StoragePath[]): Promise<void> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = env();
  const { storage } = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: callForJobs },
  });
  for (const bucket of buckets) {
    const names = paths.filter((path) => path.bucket === bucket).map(({ name }) => name);
    const { error } = names.length > 0 ? await storage.from(bucket).remove(names) : { error: null };
    if (error) throw new Error(`storage remove failed: ${error.message}`);
  }
}
