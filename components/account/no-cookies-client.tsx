'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Notice } from '@/components/ui/notice';

/** Warns, before anything is typed, that sign-in needs cookies. */
export function NoCookies() {
  const t = useTranslations('auth.errors');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => setMissing(!navigator.cookieEnabled), []);
  return isMissing ? <Notice tone="bad">{t('noCookies')}</Notice> : null;
}
