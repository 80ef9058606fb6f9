'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ReloadButton } from '@/components/ui/reload-button-client';
import type { ShopStatus } from '@/lib/status/types';

const pollMs = 30_000;

async function reloadWhenOpen(): Promise<void> {
  try {
    const status = (await (await fetch('/api/status', { cache: 'no-store' })).json()) as ShopStatus;
    if (!status.closed) location.reload();
  } catch {
    // A failed check counts as still closed.
  }
}

/** Checks whether the shop has reopened, on a press and every 30 seconds. */
export function MaintenanceWatch() {
  const t = useTranslations('maintenance');
  useEffect(() => {
    const timer = setInterval(reloadWhenOpen, pollMs);
    return () => clearInterval(timer);
  }, []);
  return <ReloadButton label={t('retry')} busyLabel={t('checking')} />;
}
