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
 * a 500; `en_curso` says that a part of the job is being done by an earlier call. Nothing happens without the secret, so
 * no link to it and no prefetch starts it.
 */
export async function POST(request: Request) {
  if (!hasBearerSecret(request, env().CRON_SECRET)) {
    return Response.json({ error: 'no_autorizado' }, { status: 401, headers });
  }
  const run = await doChores();
  const done = { ...run.done, ...(run.isPartial ? { en_curso: true } : { pasada: await noteRun(run.done) }) };
  log.info(done, 'maintenance job');
  return Response.json(done, { status: Object.values(done).includes(null) ? 500 : 200, headers });
}

export const GET = POST;

/** A HEAD request would otherwise run the job by way of GET. */
export const HEAD = () => new Response(null, { status: 405, headers: { ...headers, allow: 'GET, POST' } });
