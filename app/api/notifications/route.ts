import { personRoute } from '@/lib/account/person-route';
import { requestLocale } from '@/lib/core/i18n/server';
import { inOrder, listAnnouncements } from '@/lib/notifications/announcements';
import { listNotifications } from '@/lib/notifications/server';

const shown = 8;

/** The signed-in person's newest notifications and the shop's announcements, for the bell. */
export const GET = personRoute({
  run: async ({ me }) => {
    const locale = await requestLocale();
    const lists = await Promise.all([listNotifications(locale, me, shown), listAnnouncements(locale)]);
    return { notifications: inOrder(...lists).slice(0, shown) };
  },
});
