'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { deleteQuestionAction, setQuestionAsideAction } from '@/lib/questions/action';

type Props = { id: string; text: string; act: 'delete' | 'hide' | 'show' };

/** Deletes, dismisses or restores a question: a form with one button, which works without scripts. */
export function QuestionButton({ id, text, act }: Props) {
  const t = useTranslations('questions');
  const router = useRouter();
  const { submit, pending, problem } = useFormAction(act === 'delete' ? deleteQuestionAction : setQuestionAsideAction, {
    group: 'questions.errors',
    onDone: () => {
      if (act === 'delete') void toast('success', t('deleted'));
      router.refresh();
    },
  });
  return (
    <ActionForm action={submit}>
      <input type="hidden" name="questionId" value={id} />
      {act !== 'delete' && <input type="hidden" name="aside" value={act === 'hide' ? 'si' : 'no'} />}
      <Button type="submit" variant={act === 'delete' ? 'danger' : 'ghost'} pending={pending}>
        <span>{t(`acts.${act}`)}</span>
        <span className="sr-only">{text}</span>
      </Button>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </ActionForm>
  );
}
