'use client';

import { useTranslations } from 'next-intl';
import { MessageForm } from '@/components/ui/message-form-client';
import { useProblemText } from '@/components/ui/use-problem-text';
import { answerRequest } from '@/lib/support/action';
import { textLengths } from '@/lib/support/types';

/** Writes into an open thread. */
export function AnswerForm({ id }: { id: string }) {
  const t = useTranslations('help');
  return (
    <MessageForm
      keptAs={`request:${id}`}
      send={(text) => answerRequest({ id, text })}
      label={t('reply')}
      maxLength={textLengths.most}
      sendLabel={t('send')}
      messages={useProblemText('help.answerErrors')}
      variant="buy"
    />
  );
}
