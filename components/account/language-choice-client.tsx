'use client';

import { chooseLanguage } from '@/components/nav/choose-language';
import { Button } from '@/components/ui/button';

export function LanguageChoice({ locale, label, current }: { locale: string; label: string; current: boolean }) {
  return (
    <Button variant={current ? 'secondary' : 'buy'} disabled={current} onClick={() => chooseLanguage(locale)}>
      {label}
    </Button>
  );
}
