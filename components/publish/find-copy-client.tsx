'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { FileButton } from '@/components/ui/file-button';
import { FileUp } from '@/components/ui/icons/desk';
import { Time } from '@/components/ui/time';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { inLanguage } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { shortId } from '@/lib/core/short-id';
import { type FoundCopy, findCopy } from '@/lib/publish/stamp-action';
import { findMarks } from './find-marks';

type State = { kind: 'reading' | 'large'; file: string } | { kind: 'found'; file: string; copies: FoundCopy[] };

function Copies({ file, copies }: { file: string; copies: FoundCopy[] }) {
  const t = useTranslations('stamps.find');
  const locale = useLocale() as Locale;
  if (copies.length === 0) return <p>{t('none', { file })}</p>;
  return (
    <ul className="space-y-3">
      {copies.map(({ orderId, by, at, username, name, nameEn }) => (
        <li key={`${orderId}-${by}-${at}`} className="rounded-control border border-line p-3 wrap-anywhere">
          <p className="font-semibold">{username === null ? t('deleted') : `@${username}`}</p>
          <p className="text-sm">{t('order', { name: inLanguage(locale, name, nameEn), order: shortId(orderId) })}</p>
          <p className="text-sm text-muted">
            <span>{t(by)}</span> <Time at={at} look="precise" />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Searches a file on this device for marks, and shows the downloads from which it comes. */
export function FindCopy() {
  const t = useTranslations('stamps.find');
  const id = useId();
  const [state, setState] = useState<State>();
  const { run, pending, problem } = useAction(findCopy, {
    messages: useProblemText('stamps.problems'),
    onDone: (copies) => setState((before) => before && { kind: 'found', file: before.file, copies }),
  });

  async function look(file: File) {
    setState({ kind: 'reading', file: file.name });
    const marks = await findMarks(file).catch(() => null);
    if (marks) run(marks);
    else setState({ kind: 'large', file: file.name });
  }

  const isBusy = pending || (state?.kind === 'reading' && !problem);
  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3 rounded-card border border-line bg-surface p-4">
      <h2 id={`${id}-title`} className="text-xl font-bold">
        {t('title')}
      </h2>
      <p className="max-w-2xl text-sm text-muted">{t('text')}</p>
      <FileButton disabled={isBusy} onChoose={([file]) => file && void look(file)}>
        <FileUp aria-hidden className="size-5" />
        {t('choose')}
      </FileButton>
      <div role="status" className="empty:hidden">
        {isBusy && state && <p>{t('reading', { file: state.file })}</p>}
        {!isBusy && state?.kind === 'large' && <p className="text-bad">{t('large')}</p>}
        {!isBusy && state?.kind === 'found' && <Copies file={state.file} copies={state.copies} />}
      </div>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </section>
  );
}
