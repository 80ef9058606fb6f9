'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ReloadButton } from '@/components/ui/reload-button-client';
import { useMe } from './use-me';

/** Retries the requested page on a press, and automatically once the outage is over. */
export function OutageWatch() {
  const t = useTranslations('outage');
  const { status } = useMe();
  const isOver = status === 'user' || status === 'guest';
  useEffect(() => {
    // At its own address the outage page replaces no other page.
    if (isOver && location.pathname !== '/outage') location.reload();
  }, [isOver]);
  return <ReloadButton label={t('retry')} busyLabel={t('checking')} />;
}
