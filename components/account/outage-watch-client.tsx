'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useMe } from './use-me';

/** Opens the page that was asked for on a press, and by itself once the shop knows again who asks. */
export function OutageWatch() {
  const t = useTranslations('outage');
  const { status } = useMe();
  const [isAsking, setAsking] = useState(false);
  const isOver = status === 'user' || status === 'guest';
  useEffect(() => {
    // At its own address the page stands for no other.
    if (isOver && location.pathname !== '/outage') location.reload();
  }, [isOver]);
  return (
    <Button
      variant="buy"
      disabled={isAsking}
      onClick={() => {
        setAsking(true);
        location.reload();
      }}
    >
      {t(isAsking ? 'checking' : 'retry')}
    </Button>
  );
}
