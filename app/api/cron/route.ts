import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { hasBearerSecret } from '@/lib/core/security/secret';
import { doChores } from '@/lib/jobs/index';
import { noteRun } from '@/lib/jobs/note-run';

/** Seconds that a host which ends requests may give the job. */
export const maxDuration = 300;

const headers = { 'cache-control': 'no-store' };

/**
 * The job that a scheduler calls every ten minutes, by POST or, where it cannot, by GET. If a chore fails, the answer is
 * a 500; while a node is doing the job, `en_curso` says that this call did nothing. Nothing happens without the secret,
 * so no link to it and no prefetch starts it.
 */
export async function POST(request: Request) {
  if (!hasBearerSecret(request, env().CRON_SECRET)) {
    return Response.json({ error: 'no_autorizado' }, { status: 401, headers });
  }
  const chores = await doChores();
  if (!chores) return Response.json({ en_curso: true }, { headers });
  const done = { ...chores, pasada: await noteRun(chores) };
  log.info(done, 'maintenance job');
  return Response.json(done, { status: Object.values(done).includes(null) ? 500 : 200, headers });
}

export const GET = POST;

/** A HEAD request would otherwise run the job by way of GET. */
export const HEAD = () => new Response(null, { status: 405, headers: { ...headers, allow: 'GET, POST' } });
