'use client';

import { useEffect } from 'react';
import { markRead } from './mark-read';

/** Marks all notifications as read once they are shown. */
export function MarkRead() {
  useEffect(() => void markRead(), []);
  return null;
}
