'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import type { FormState } from '@/lib/core/action/state';
import { answerQuestionAction } from '@/lib/questions/action';
import { answerLength } from '@/lib/questions/types';

type Props = { id: string; answer: string; text: string; state?: FormState };

/** Answers a question, or changes the answer. */
export function AnswerQuestion({ id, answer, text, state }: Props) {
  const t = useTranslations('questions');
  const router = useRouter();
  const { submit, pending, problem, fieldProblem, typed } = useFormAction(answerQuestionAction, {
    group: 'questions.errors',
    initial: state?.typed?.questionId === id ? state : undefined,
    onDone: () => {
      void toast('success', t('answered'));
      router.refresh();
    },
  });
  return (
    <ActionForm action={submit} noValidate aria-label={t('answerTo', { text })} className="space-y-3">
      <input type="hidden" name="questionId" value={id} />
      <TextArea
        key={answer}
        label={t('yourAnswer')}
        name="reply"
        rows={3}
        maxLength={answerLength}
        defaultValue={typed.reply ?? answer}
        error={fieldProblem('reply') ?? problem}
      />
      <Button type="submit" variant={answer ? 'secondary' : 'buy'} pending={pending}>
        {t(answer ? 'saveAnswer' : 'publishAnswer')}
      </Button>
    </ActionForm>
  );
}
