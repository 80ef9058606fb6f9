'use client';

import { useEffect } from 'react';
import { patchMe } from '@/components/account/me/optimistic-changes';
import { markNotificationsRead } from '@/lib/notifications/action';

/** Marks all notifications as read once they are shown. */
export function MarkRead() {
  useEffect(() => {
    void markNotificationsRead().then(() => patchMe({ unread: 0 }));
  }, []);
  return null;
}
