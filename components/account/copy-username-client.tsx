'use client';

import { useTranslations } from 'next-intl';
import { Copy } from '@/components/ui/icons/desk';
import { Check } from '@/components/ui/icons/shop';
import { useCopy } from '@/components/ui/use-copy';

/** The user name with its copy button. */
export function CopyUsername({ username }: { username: string }) {
  const t = useTranslations('profile');
  const { copied, copy } = useCopy();
  return (
    <span className="inline-flex items-center gap-1 text-muted">
      @{username}
      <button
        type="button"
        aria-label={t('copy', { username })}
        onClick={() => copy(`@${username}`)}
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
