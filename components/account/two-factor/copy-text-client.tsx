'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Copy } from '@/components/ui/icons/desk';
import { Check } from '@/components/ui/icons/shop';
import { useCopy } from '@/components/ui/use-copy';

/** A button that copies a text. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const t = useTranslations('twoFactor');
  const { copied, copy } = useCopy();
  return (
    <>
      <Button onClick={() => copy(text)}>
        {copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
        <span>{label}</span>
      </Button>
      <span role="status" className="text-sm text-good">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}
