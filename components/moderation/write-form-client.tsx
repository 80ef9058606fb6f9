'use client';

import { useTranslations } from 'next-intl';
import { MessageForm } from '@/components/ui/message-form-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { answerReport, appealMeasure } from '@/lib/moderation/reports/action';
import { appealLengths, questionLimit } from '@/lib/moderation/reports/types';

/** Answers a question of the moderators, or appeals against a measure. */
export function WriteForm({ id, what }: { id: string; what: 'respond' | 'appeal' }) {
  const t = useTranslations('moderation.mine');
  const isAppeal = what === 'appeal';
  return (
    <MessageForm
      keptAs={`${what}:${id}`}
      send={async (text) => (isAppeal ? appealMeasure({ id, text }) : answerReport({ id, text }))}
      label={t(`${what}.text`)}
      hint={isAppeal ? t('appeal.hint') : undefined}
      maxLength={isAppeal ? appealLengths.most : questionLimit}
      sendLabel={t(`${what}.send`)}
      messages={useProblemText('moderation.mine.errors')}
      onSent={() => void toast('success', t(`${what}.done`))}
      variant="buy"
    />
  );
}
