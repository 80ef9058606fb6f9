'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { useProblemText } from '@/components/ui/use-problem-text';
import { closeRequest } from '@/lib/support/action';
import type { Part } from '@/lib/support/types';

/** Closes a thread. */
export function CloseRequest({ id, part }: { id: string; part: Part }) {
  const t = useTranslations('help');
  return (
    <ActionButton
      action={closeRequest}
      input={id}
      label={t(part === 'cliente' ? 'solved' : 'close')}
      name=""
      messages={useProblemText('help.answerErrors')}
    />
  );
}
