'use client';

import { Button } from '@/components/ui/button';
import type { Locale } from '@/lib/core/i18n/locales';
import { useChooseLanguage } from './use-choose-language';

export function LanguageChoice({ locale, label, current }: { locale: Locale; label: string; current: boolean }) {
  const chooseLanguage = useChooseLanguage();
  return (
    <Button variant={current ? 'secondary' : 'buy'} disabled={current} onClick={() => chooseLanguage(locale)}>
      {label}
    </Button>
  );
}
