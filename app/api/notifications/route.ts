import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { inOrder, listAnnouncements } from '@/lib/notifications/announcements';
import { listNotifications } from '@/lib/notifications/server';

const shown = 8;

/** The newest notifications of the signed-in person and the shop's announcements, for the bell. */
export const GET = orOutage(async () => {
  const headers = { 'cache-control': 'private, no-store' };
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401, headers });
  const locale = await requestLocale();
  const lists = await Promise.all([listNotifications(locale, me, shown), listAnnouncements(locale)]);
  return Response.json({ notifications: inOrder(...lists).slice(0, shown) }, { headers });
});
