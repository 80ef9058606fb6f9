'use server';

import { getMe } from '@/lib/account/server';
import { markAllRead } from './server';

export async function markNotificationsRead(): Promise<void> {
  if (await getMe()) await markAllRead();
}
