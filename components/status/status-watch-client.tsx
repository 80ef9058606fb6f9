'use client';

import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import type { Me } from '@/lib/account/types';
import type { Banner, StatusAnswer } from '@/lib/status/types';

const StatusBanner = onDemand(() => import('./status-banner-client').then((module) => module.StatusBanner));

const Announcement = onDemand(() => import('./announcement-client').then((module) => module.Announcement));

const pollMs = 10_000;
/**
 * After this time every server process has read the new state. An earlier reload could reach one that considers the
 * shop open.
 */
const reloadAfterMs = 5_000;

async function isAdmin(): Promise<boolean> {
  const { user } = (await (await fetch('/api/me')).json()) as { user: Me | null };
  return user?.role === 'admin';
}

/**
 * Polls the state of the shop every ten seconds while the tab is visible. Shows the banner and announcements, and loads
 * the maintenance page when the shop closes. A failed request does not count as an outage
 * (docs/behaviour/navigation.md, "Service status").
 *
 * @param quiet suppresses announcements during a payment
 */
export function StatusWatch({ quiet = false }: { quiet?: boolean }) {
  const [isDown, setDown] = useState(false);
  const [banners, setBanners] = useState<Banner[]>([]);
  useEffect(() => {
    let reload: ReturnType<typeof setTimeout> | undefined;
    async function ask() {
      if (document.hidden) return;
      try {
        const { down, closed, banners: current = [] } = (await (await fetch('/api/status')).json()) as StatusAnswer;
        setDown(down);
        setBanners(current);
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
  return (
    <>
      {isDown && <StatusBanner />}
      {!quiet && banners.length > 0 && <Announcement banners={banners} />}
    </>
  );
}
