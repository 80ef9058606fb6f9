import 'server-only';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

/**
 * Notes that the ten-minute job has run, so that `npm run doctor` sees whether a scheduler calls it.
 *
 * @param done the answer of each chore; `null` for one that failed
 * @returns how many failed, or `null` when the database did not take the note
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
