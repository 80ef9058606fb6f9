'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMe } from '@/components/account/use-me';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { Button } from '@/components/ui/button';
import { onDemand } from '@/components/ui/on-demand';

const AnswerDialog = onDemand(() => import('./answer-dialog-client').then((module) => module.AnswerDialog));

type Props = { reviewId: string; author: string; answer: string; creatorId: string };

/** Actions on a review: the product's creator can answer it, everybody else can report it. */
export function ReviewTools({ reviewId, author, answer, creatorId }: Props) {
  const t = useTranslations('reviews');
  const state = useMe();
  const [isOpen, setOpen] = useState(false);
  const me = state.status === 'user' ? state.me : null;
  return (
    <div className="mt-2 -mb-2 flex flex-wrap justify-end gap-2">
      {me?.id === creatorId && (
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(answer ? 'changeAnswer' : 'writeAnswer')}
        </Button>
      )}
      {me?.displayName !== author && <ReportButton kind="resena" id={reviewId} name={t('by', { name: author })} />}
      {isOpen && <AnswerDialog reviewId={reviewId} answer={answer} onClose={() => setOpen(false)} />}
    </div>
  );
}
