import { env } from '@/lib/env';
import { requestLog } from '@/lib/log';
import { sendPendingMails } from '@/lib/mail/server';
import { reconcilePayments } from '@/lib/payments/reconcile';
import { finishRefunds } from '@/lib/payments/refunds';
import { hasBearerSecret } from '@/lib/security/secret';

/** The maintenance job that a scheduler calls every ten minutes: money in flight, and mails that wait. */
export async function POST(request: Request) {
  if (!hasBearerSecret(request, env().CRON_SECRET)) return Response.json({ error: 'no_autorizado' }, { status: 401 });
  const pagos = await reconcilePayments();
  const reembolsos = await finishRefunds();
  const correos = await sendPendingMails();
  requestLog(request.headers).info({ pagos, reembolsos, correos }, 'maintenance job');
  return Response.json({ pagos, reembolsos, correos });
}
