'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import type { FormState } from '@/lib/core/action/state';
import { askQuestionAction } from '@/lib/questions/action';
import { questionLengths } from '@/lib/questions/types';

/** Asks the creator of a product. */
export function AskQuestion({ productId, answer }: { productId: string; answer?: FormState }) {
  const t = useTranslations('questions');
  const router = useRouter();
  const { state, submit, pending, problem, fieldProblem, typed } = useFormAction(askQuestionAction, {
    group: 'questions.errors',
    initial: answer,
    onDone: () => router.refresh(),
  });
  return (
    <ActionForm action={submit} noValidate className="space-y-4">
      {state.done && <Notice tone="good">{t('asked')}</Notice>}
      <input type="hidden" name="productId" value={productId} />
      <TextArea
        label={t('question')}
        hint={t('questionHint')}
        name="question"
        rows={3}
        maxLength={questionLengths.most}
        defaultValue={typed.question ?? ''}
        error={fieldProblem('question') ?? problem}
      />
      <Button type="submit" variant="buy" pending={pending}>
        {t('send')}
      </Button>
    </ActionForm>
  );
}
