import 'server-only';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Records a run of the ten-minute job, for `npm run doctor`.
 *
 * @param done the result of each job; `null` if it failed
 * @returns how many failed; `null` if the database did not record it
 */
export async function noteRun(done: Record<string, unknown>): Promise<number | null> {
  const failed = Object.keys(done).filter((name) => done[name] === null);
  try {
    await readRpc(createAdminClient(), 'anotar_pasada', { p_fallidas: failed }, nothing);
    return failed.length;
  } catch (error) {
    log.error({ error: messageOf(error) }, 'a run of the job was not noted');
    return null;
  }
}
