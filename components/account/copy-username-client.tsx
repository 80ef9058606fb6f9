'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { CopyNews } from '@/components/ui/copy-news';
import { Copy } from '@/components/ui/icons/desk';
import { Check } from '@/components/ui/icons/shop';
import { useCopy } from '@/components/ui/use-copy';

/** The user name with its copy button. */
export function CopyUsername({ username }: { username: string }) {
  const t = useTranslations('profile');
  const { state, copy } = useCopy();
  const id = useId();
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1 text-muted">
      <span id={id} className="min-w-0 wrap-anywhere">
        @{username}
      </span>
      <button
        type="button"
        aria-label={t('copy', { username })}
        onClick={() => copy(`@${username}`, id)}
        className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-raised hover:text-ink"
      >
        {state === 'copied' ? (
          <Check aria-hidden className="size-4 text-good" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
      </button>
      <CopyNews state={state} />
    </span>
  );
}
