import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { listNotifications } from '@/lib/notifications/server';

const shown = 8;

/** The newest notifications of the signed-in person, for the bell. */
export const GET = orOutage(async () => {
  const headers = { 'cache-control': 'private, no-store' };
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401, headers });
  return Response.json({ notifications: await listNotifications(await requestLocale(), me, shown) }, { headers });
});
