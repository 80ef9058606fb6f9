'use client';

import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import type { Me } from '@/lib/account/types';
import type { ShopStatus } from '@/lib/status/types';

const StatusBanner = onDemand(() => import('./status-banner-client').then((module) => module.StatusBanner));

const pollMs = 10_000;
/** Every server process has heard of a switch by then: a page that is asked for earlier could still be an open one. */
const reloadAfterMs = 5_000;

async function isAdmin(): Promise<boolean> {
  const { user } = (await (await fetch('/api/me')).json()) as { user: Me | null };
  return user?.role === 'admin';
}

/**
 * Asks every ten seconds, while somebody looks, how the shop is: shows the banner, and gives way to the maintenance
 * page when the shop closes. A question that fails counts as no outage (docs/behaviour/navigation.md, "Service
 * status").
 */
export function StatusWatch() {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let reload: ReturnType<typeof setTimeout> | undefined;
    async function ask() {
      if (document.hidden) return;
      try {
        const { down, closed } = (await (await fetch('/api/status')).json()) as ShopStatus;
        setDown(down);
        if (closed && !reload && !(await isAdmin())) reload = setTimeout(() => location.reload(), reloadAfterMs);
      } catch {
        setDown(false);
      }
    }
    void ask();
    const timer = setInterval(ask, pollMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      clearTimeout(reload);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return isDown ? <StatusBanner /> : null;
}
