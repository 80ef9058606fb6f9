'use client';

import { useTranslations } from 'next-intl';

/** Beside the news that a session has ended: the login in another tab, so that this one keeps what was typed. */
export function SignInAgain() {
  const t = useTranslations('problems');
  return (
    <a href="/login" target="_blank" rel="noreferrer" className="font-semibold underline">
      {t('signInAgain')}
    </a>
  );
}
