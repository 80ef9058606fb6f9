'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { answerReview } from '@/lib/reviews/action';
import { reviewTextLimit } from '@/lib/reviews/types';

type Props = { reviewId: string; answer: string; onClose: () => void };

/** Edits the creator's answer to a review; an empty one deletes it. */
export function AnswerDialog({ reviewId, answer, onClose }: Props) {
  const t = useTranslations('reviews');
  const router = useRouter();
  const { text, setText, forget } = useKeptText(`answer:${reviewId}`, answer);
  const isWithdrawn = Boolean(answer) && !text.trim();
  const { run, pending, problem } = useAction(() => answerReview({ reviewId, text }), {
    messages: useProblemText('reviews.errors'),
    onDone: () => {
      forget();
      void toast('success', t(isWithdrawn ? 'withdrawn' : 'answered'));
      onClose();
      router.refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <Dialog title={t('answerTitle')} closeLabel={t('close')} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 space-y-4">
        <TextArea
          label={t('answerText')}
          hint={answer && t('answerHint')}
          rows={5}
          maxLength={reviewTextLimit}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button
          type="submit"
          variant={isWithdrawn ? 'danger' : 'buy'}
          pending={pending}
          disabled={!text.trim() && !answer}
        >
          {t(isWithdrawn ? 'withdraw' : 'save')}
        </Button>
      </form>
    </Dialog>
  );
}
