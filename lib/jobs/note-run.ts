import 'server-only';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Notes that the ten-minute job has run, so that `npm run doctor` sees whether a scheduler calls it.
 *
 * @param done the answer of each chore; `null` for one that failed
 * @throws when the database does not answer
 */
export async function noteRun(done: Record<string, unknown>): Promise<void> {
  const failed = Object.keys(done).filter((name) => done[name] === null);
  await readRpc(createAdminClient(), 'anotar_pasada', { p_fallidas: failed }, nothing);
}
