'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';

const shownForMs = 2_000;

/** Copies a text; «copied» shows for two seconds. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const t = useTranslations('twoFactor');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}>
        {copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
        {label}
      </Button>
      <span role="status" className="text-sm text-good">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}
