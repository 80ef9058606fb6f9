import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { hasBearerSecret } from '@/lib/core/security/secret';
import { doChores } from '@/lib/jobs/index';
import { noteRun } from '@/lib/jobs/note-run';

/** Timeout of the request in seconds, on hosts with a limit. */
export const maxDuration = 300;

const headers = { 'cache-control': 'no-store' };

const isAllowed = (request: Request) => hasBearerSecret(request, env().CRON_SECRET);
const refuse = () => Response.json({ error: 'no_autorizado' }, { status: 401, headers });

/**
 * The ten-minute job, called by POST or, if the scheduler cannot, by GET. Returns 500 if a chore fails; `en_curso`
 * means that an earlier call is still running a part. Requires the secret, so no link or prefetch starts it.
 */
export async function POST(request: Request) {
  if (!isAllowed(request)) return refuse();
  const run = await doChores();
  const done = {
    ...run.done,
    ...(run.isPartial && { en_curso: true }),
    ...(run.isToBeNoted && { pasada: await noteRun(run.done) }),
  };
  log.info(done, 'maintenance job');
  return Response.json(done, { status: Object.values(done).includes(null) ? 500 : 200, headers });
}

export const GET = POST;

/** Checks the secret without starting the job, for `npm run doctor`. */
export const HEAD = (request: Request) =>
  isAllowed(request) ? new Response(null, { status: 204, headers }) : refuse();
