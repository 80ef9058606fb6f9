'use client';

import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { Field } from '@/components/ui/field';

/** The form is not sent by looking for something. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault();
}

type Props = {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** What is said when nothing is called like the text. */
  none: string;
  isNone: boolean;
  hasFailed: boolean;
};

/** Looks for one of the creator's own products, where there are more than are shown. */
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
