'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { moderateReview } from '@/lib/reviews/action';

type Props = { reviewId: string; isHidden: boolean };

/** Hides a review with a reason for its author, or shows it again. */
export function HideReview({ reviewId, isHidden }: Props) {
  const t = useTranslations('moderation.reports');
  const router = useRouter();
  const [reason, setReason] = useState('');
  const { run, pending, problem } = useAction(() => moderateReview({ reviewId, hide: !isHidden, reason }), {
    messages: useProblemText('moderation.reports.errors'),
    onDone: () => {
      setReason('');
      void toast('success', t(isHidden ? 'reviewShown' : 'reviewHidden'));
      router.refresh();
    },
  });

  if (isHidden) {
    return (
      <Button pending={pending} onClick={run}>
        {t('showReview')}
      </Button>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Field
        label={t('hideReason')}
        value={reason}
        maxLength={500}
        error={problem}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button variant="danger" pending={pending} onClick={run} className="sm:mt-7">
        {t('hideReview')}
      </Button>
    </div>
  );
}
