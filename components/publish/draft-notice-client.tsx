'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { SignInAgain } from '@/components/ui/sign-in-again-client';
import type { useDraft } from './use-draft';

type Props = Pick<
  ReturnType<typeof useDraft>,
  'state' | 'isRecovered' | 'isOutdated' | 'discard' | 'keepMine' | 'goOn' | 'end'
>;

/** Notices about a draft: it was recovered, its product has changed, or another tab edits it. */
export function DraftNotice({ state, isRecovered, isOutdated, discard, keepMine, goOn, end }: Props) {
  const t = useTranslations('publish.draft');
  if (state === 'conflict') {
    return (
      <Notice tone="bad" className="space-y-3">
        <p>{t('conflict')}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() => {
              end();
              location.reload();
            }}
          >
            {t('takeOther')}
          </Button>
          <Button onClick={keepMine}>{t('keepMine')}</Button>
        </div>
      </Notice>
    );
  }
  if (!isRecovered && !isOutdated) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line p-3">
      <p>{t(isOutdated ? 'outdated' : 'recovered')}</p>
      <Button onClick={discard}>{t('discard')}</Button>
      {isOutdated && <Button onClick={goOn}>{t('keepMine')}</Button>}
    </div>
  );
}

/** Save state of the draft, with one reserved line to avoid layout shifts. */
export function DraftState({ state, isKept }: Pick<Props, 'state'> & { isKept: boolean }) {
  const t = useTranslations('publish.draft.states');
  const text = state === 'conflict' || (state === 'kept' && !isKept) ? '' : t(state);
  // A long message has a line of its own; a short one wraps beside the buttons.
  const basis = text === '' ? 'basis-0' : state === 'kept' || state === 'saving' ? 'basis-24' : 'basis-60';
  return (
    <p role="status" className={`mr-auto min-w-0 grow self-center text-sm text-muted ${basis}`}>
      <span>{text} </span>
      {state === 'signedOut' && <SignInAgain />}
    </p>
  );
}
