'use client';

import { useTranslations } from 'next-intl';
import { refreshMe } from '@/components/account/me/refresh';
import { useMe } from '@/components/account/use-me';
import { buttonStyles } from '@/components/ui/button-styles';
import { Link } from '@/components/ui/link-client';
import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';

const SignedIn = onDemand(() => import('./signed-in-client').then((module) => module.SignedIn));

/** Bottom of the sidebar: a placeholder, a login link, or the signed-in person with a menu. */
export function UserArea() {
  const t = useTranslations('nav');
  const state = useMe();
  if (state.status === 'user') return <SignedIn me={state.me} />;
  if (state.status === 'guest') {
    return (
      <Link href="/login" className={buttonStyles({ variant: 'buy', className: 'w-full' })}>
        {t('login')}
      </Link>
    );
  }
  if (state.status === 'unavailable') {
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
