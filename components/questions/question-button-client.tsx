'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useFormAction } from '@/components/account/use-form-action';
import { ActionForm } from '@/components/ui/action-form-client';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { deleteQuestionAction, setQuestionAsideAction, withdrawAnswerAction } from '@/lib/questions/action';

type Props = { id: string; text: string; act: keyof typeof actions };

const actions = {
  delete: deleteQuestionAction,
  withdraw: withdrawAnswerAction,
  hide: setQuestionAsideAction,
  show: setQuestionAsideAction,
};

/**
 * Deletes, dismisses or restores a question, or withdraws its answer: a form with one button, which works without
 * scripts.
 */
export function QuestionButton({ id, text, act }: Props) {
  const t = useTranslations('questions');
  const router = useRouter();
  const isDangerous = act === 'delete' || act === 'withdraw';
  const { submit, pending, problem } = useFormAction(actions[act], {
    group: 'questions.errors',
    onDone: () => {
      if (isDangerous) void toast('success', t(act === 'delete' ? 'deleted' : 'withdrawn'));
      router.refresh();
    },
  });
  return (
    <ActionForm action={submit}>
      <input type="hidden" name="questionId" value={id} />
      {!isDangerous && <input type="hidden" name="aside" value={act === 'hide' ? 'si' : 'no'} />}
      <Button type="submit" variant={isDangerous ? 'danger' : 'ghost'} pending={pending}>
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
