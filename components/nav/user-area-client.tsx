'use client';

import { useTranslations } from 'next-intl';
import { useMe } from '@/components/account/use-me';
import { buttonStyles } from '@/components/ui/button-styles';
import { Link } from '@/components/ui/link-client';
import { onDemand } from '@/components/ui/on-demand';
import { UnknownAccount } from './unknown-account-client';

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
  return <UnknownAccount status={state.status} />;
}
