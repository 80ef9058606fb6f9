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
    // Without an answer the shop counts as still closed.
  }
}

/** Checks on a press, and by itself every 30 seconds, whether the shop is open again. */
export function MaintenanceWatch() {
  const t = useTranslations('maintenance');
  useEffect(() => {
    const timer = setInterval(reloadWhenOpen, pollMs);
    return () => clearInterval(timer);
  }, []);
  return <ReloadButton label={t('retry')} busyLabel={t('checking')} />;
}
