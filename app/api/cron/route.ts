import { env } from '@/lib/core/env';
import { requestLog } from '@/lib/core/log';
import { hasBearerSecret } from '@/lib/core/security/secret';
import { doChores } from '@/lib/jobs/index';

/** The job that a scheduler calls every ten minutes. If a chore fails, the answer is a 500. */
export async function POST(request: Request) {
  if (!hasBearerSecret(request, env().CRON_SECRET)) return Response.json({ error: 'no_autorizado' }, { status: 401 });
  const done = await doChores();
  requestLog(request.headers).info(done, 'maintenance job');
  return Response.json(done, { status: Object.values(done).includes(null) ? 500 : 200 });
}
