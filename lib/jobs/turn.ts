import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Expiry of a lock in seconds: how long a dead node blocks the others. */
const turnSeconds = 20;
const keepEveryMs = 5_000;

/**
 * Does work unless a node is already doing it.
 *
 * @param job the name of the lock
 * @returns the result of the work; null if it is done elsewhere
 * @throws if the database does not answer, and what the work throws
 */
export async function inTurn<Done>(job: string, work: () => Promise<Done>): Promise<Done | null> {
  const client = createAdminClient();
  const p_quien = randomUUID();
  const take = () => readRpc(client, 'tomar_turno', { p_trabajo: job, p_quien, p_segundos: turnSeconds }, z.boolean());
  if (!(await take())) return null;
  const keeping = setInterval(() => {
    take().catch((problem) => log.error({ job, error: messageOf(problem) }, 'a turn was not kept'));
  }, keepEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(keeping);
    // A lock that is not released expires.
    await readRpc(client, 'dejar_turno', { p_trabajo: job, p_quien }, nothing).catch((problem) =>
      log.error({ job, error: messageOf(problem) }, 'a turn was not given back'),
    );
  }
}
