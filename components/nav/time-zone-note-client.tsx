'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { momentInSpain } from '@/lib/core/day';

const localMoment = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** Shows its text to readers whose clock shows another time than the shop. */
export function TimeZoneNote({ children }: { children: ReactNode }) {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    const now = new Date();
    setElsewhere(localMoment.format(now) !== momentInSpain(now));
  }, []);
  return isElsewhere ? <p>{children}</p> : null;
}
