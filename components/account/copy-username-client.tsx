'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';

const shownForMs = 2_000;

/** The handle with its copy button; «copied» shows for two seconds (SPEC §2). */
export function CopyUsername({ username }: { username: string }) {
  const t = useTranslations('profile');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <span className="inline-flex items-center gap-1 text-muted">
      @{username}
      <button
        type="button"
        aria-label={t('copy', { username })}
        onClick={() => navigator.clipboard.writeText(`@${username}`).then(() => setCopied(true))}
        className="grid size-11 place-items-center rounded-control hover:bg-raised hover:text-ink"
      >
        {copied ? <Check aria-hidden className="size-4 text-good" /> : <Copy aria-hidden className="size-4" />}
      </button>
      <span role="status" className="text-sm text-good">
        {copied ? t('copied') : ''}
      </span>
    </span>
  );
}
