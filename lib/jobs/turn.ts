import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { messageOf, nothing, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** How long a turn lasts unless it is kept, in seconds: for so long a node that died holds the others up. */
const turnSeconds = 20;
const keepEveryMs = 5_000;

/**
 * Does a job unless a node is doing it already.
 *
 * @param job the name under which all nodes know it
 * @returns what the work answers; null when it is being done elsewhere
 * @throws when the database does not answer, or what the work throws
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
    // A turn that is not given back ends by itself.
    await readRpc(client, 'dejar_turno', { p_trabajo: job, p_quien }, nothing).catch((problem) =>
      log.error({ job, error: messageOf(problem) }, 'a turn was not given back'),
    );
  }
}
