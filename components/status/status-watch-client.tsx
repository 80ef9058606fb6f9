'use client';

import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import type { Me } from '@/lib/account/types';
import type { ShopStatus } from '@/lib/status/types';

const StatusBanner = onDemand(() => import('./status-banner-client').then((module) => module.StatusBanner));

const pollMs = 10_000;
/**
 * After this time every server process knows of a switch. A page requested earlier could still come from one that
 * believes the shop is open.
 */
const reloadAfterMs = 5_000;

async function isAdmin(): Promise<boolean> {
  const { user } = (await (await fetch('/api/me')).json()) as { user: Me | null };
  return user?.role === 'admin';
}

/**
 * Asks for the state of the shop every ten seconds while the tab is visible. It shows the banner, and loads the
 * maintenance page when the shop closes. A failed request does not count as an outage (docs/behaviour/navigation.md,
 * "Service status").
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
