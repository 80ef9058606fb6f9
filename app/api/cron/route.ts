import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { hasBearerSecret } from '@/lib/core/security/secret';
import { doChores } from '@/lib/jobs/index';
import { noteRun } from '@/lib/jobs/note-run';

/** Seconds that a host which ends requests may give the job. */
export const maxDuration = 300;

const headers = { 'cache-control': 'no-store' };

const isAllowed = (request: Request) => hasBearerSecret(request, env().CRON_SECRET);
const refuse = () => Response.json({ error: 'no_autorizado' }, { status: 401, headers });

/**
 * The job that a scheduler calls every ten minutes, by POST or, where it cannot, by GET. If a chore fails, the answer is
 * a 500; `en_curso` says that a part of the job is being done by an earlier call. Nothing happens without the secret, so
 * no link to it and no prefetch starts it.
 */
export async function POST(request: Request) {
  if (!isAllowed(request)) return refuse();
  const run = await doChores();
  const done = { ...run.done, ...(run.isPartial ? { en_curso: true } : { pasada: await noteRun(run.done) }) };
  log.info(done, 'maintenance job');
  return Response.json(done, { status: Object.values(done).includes(null) ? 500 : 200, headers });
}

export const GET = POST;

/** Tells whether the secret is right, and does nothing else: `npm run doctor` asks it. */
export const HEAD = (request: Request) =>
  isAllowed(request) ? new Response(null, { status: 204, headers }) : refuse();
