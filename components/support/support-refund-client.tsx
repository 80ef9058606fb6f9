'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { Notice } from '@/components/ui/notice';
import { useProblemText } from '@/components/ui/use-problem-text';
import { supportRefund } from '@/lib/support/action';

/** Lets the creator support a refund, which the shop decides. */
export function SupportRefund({ id, isDone }: { id: string; isDone: boolean }) {
  const t = useTranslations('help');
  const messages = useProblemText('help.answerErrors');
  if (isDone) return <Notice tone="good">{t('agreed')}</Notice>;
  return (
    <div className="space-y-2">
      <p className="text-sm text-muted">{t('agreeText')}</p>
      <ActionButton action={supportRefund} input={id} label={t('agree')} name="" messages={messages} />
    </div>
  );
}
