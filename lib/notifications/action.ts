'use server';

import { defineAction } from '@/lib/account/define-action';
import { succeed } from '@/lib/core/action/result';
import { markAllRead } from './server';

/** Marks all notifications of the signed-in person as read, and the shop's announcements as seen. */
export const markNotificationsRead = defineAction('markNotificationsRead', {
  who: 'signedIn',
  run: async () => succeed(await markAllRead()),
});
