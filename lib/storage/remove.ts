import 'server-only';
import { callForJobs } from '@/lib/core/supabase/calls';
import { buckets, type StoragePath } from './path';
import { shopStorage } from './shop-client';

/**
 * Deletes objects with the shop's rights. Only for jobs, which read the paths from the database.
 *
 * @throws if storage does not answer
 */
export async function removeObjects(paths: StoragePath[]): Promise<void> {
  const storage = shopStorage(callForJobs);
  for (const bucket of buckets) {
    const names = paths.filter((path) => path.bucket === bucket).map(({ name }) => name);
    const { error } = names.length > 0 ? await storage.from(bucket).remove(names) : { error: null };
    if (error) throw new Error(`storage remove failed: ${error.message}`);
  }
}
