'use client';

import { useTranslations } from 'next-intl';
import { refreshMe } from '@/components/account/me/refresh';
import { buttonStyles } from '@/components/ui/button-styles';
import { Skeleton } from '@/components/ui/skeleton';

/** In place of the signed-in person: a placeholder while the account loads, a message and a retry during an outage. */
export function UnknownAccount({ status }: { status: 'loading' | 'unavailable' }) {
  const t = useTranslations('nav');
  if (status === 'unavailable') {
    return (
      <div role="status" className="space-y-2 p-2 text-sm text-muted">
        <p>{t('unavailable')}</p>
        <button type="button" onClick={refreshMe} className={buttonStyles({ className: 'w-full' })}>
          {t('retry')}
        </button>
      </div>
    );
  }
  return (
    <div className="flex items-center gap-3 p-2">
      <Skeleton className="size-10 rounded-full" />
      <Skeleton className="h-4 w-24" />
    </div>
  );
}
