'use client';

import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { Field } from '@/components/ui/field';

/** Keeps Enter in the search from submitting the form. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}

type Props = {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Message for no matches. */
  none: string;
  isNone: boolean;
  hasFailed: boolean;
};

/** Searches the creator's products if there are more than shown. */
export function OwnSearch({ label, text, onText, none, isNone, hasFailed }: Props) {
  const t = useTranslations('publish.bundles');
  return (
    <>
      <Field
        type="search"
        label={label}
        hint={t('searchHint')}
        value={text}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={keepEnter}
        className="mb-2"
      />
      <p role="status" className="text-sm text-muted empty:hidden">
        {hasFailed ? t('searchFailed') : isNone ? none : null}
      </p>
    </>
  );
}
