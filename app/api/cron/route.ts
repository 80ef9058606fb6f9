import { env } from '@/lib/core/env';
import { requestLog } from '@/lib/core/log';
import { hasBearerSecret } from '@/lib/core/security/secret';
import { doChores } from '@/lib/jobs/index';

/**
 * The job that a scheduler calls every ten minutes. If a chore fails, the answer is a 500; while a node is doing the
 * job, `en_curso` says that this call did nothing.
 */
export async function POST(request: Request) {
  if (!hasBearerSecret(request, env().CRON_SECRET)) return Response.json({ error: 'no_autorizado' }, { status: 401 });
  const done = await doChores();
  if (!done) return Response.json({ en_curso: true });
  requestLog(request.headers).info(done, 'maintenance job');
  return Response.json(done, { status: Object.values(done).includes(null) ? 500 : 200 });
}
