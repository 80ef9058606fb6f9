'use client';

import { useTranslations } from 'next-intl';

/** Login link in a new tab beside an expired session's message, so that this tab keeps its input. */
export function SignInAgain() {
  const t = useTranslations('problems');
  return (
    <a href="/login" target="_blank" rel="noreferrer" className="font-semibold underline">
      {t('signInAgain')}
    </a>
  );
}
