'use client';

import { Button } from '@/components/ui/button';
import { chooseLanguage } from '@/components/ui/i18n/choose-language';

export function LanguageChoice({ locale, label, current }: { locale: string; label: string; current: boolean }) {
  return (
    <Button variant={current ? 'secondary' : 'buy'} disabled={current} onClick={() => chooseLanguage(locale)}>
      {label}
    </Button>
  );
}
