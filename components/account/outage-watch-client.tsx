'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ReloadButton } from '@/components/ui/reload-button-client';
import { useMe } from './use-me';

/** Opens the page that was asked for on a press, and by itself once the shop knows again who asks. */
export function OutageWatch() {
  const t = useTranslations('outage');
  const { status } = useMe();
  const isOver = status === 'user' || status === 'guest';
  useEffect(() => {
    // At its own address the page stands for no other.
    if (isOver && location.pathname !== '/outage') location.reload();
  }, [isOver]);
  return <ReloadButton label={t('retry')} busyLabel={t('checking')} />;
}
