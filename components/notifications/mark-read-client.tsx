'use client';

import { useEffect } from 'react';
import { patchMe } from '@/components/account/use-me';
import { markNotificationsRead } from '@/lib/notifications/action';

/** Being shown is being read. */
export function MarkRead() {
  useEffect(() => {
    void markNotificationsRead().then(() => patchMe({ unread: 0 }));
  }, []);
  return null;
}
