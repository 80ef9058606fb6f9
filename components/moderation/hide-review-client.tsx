'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { toast } from '@/components/ui/toast';
import { moderateReview } from '@/lib/reviews/action';

type Props = { reviewId: string; isHidden: boolean };

/** Hides a review with a reason that its author reads, or shows it again. */
export function HideReview({ reviewId, isHidden }: Props) {
  const t = useTranslations('moderation.reports');
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, startTransition] = useTransition();

  const change = () =>
    startTransition(async () => {
      const result = await moderateReview({ reviewId, hide: !isHidden, reason }).catch(() => null);
      if (!result?.ok) return setProblem(t(`errors.${result?.error ?? 'failed'}`));
      setProblem(undefined);
      setReason('');
      void toast('success', t(isHidden ? 'reviewShown' : 'reviewHidden'));
      router.refresh();
    });

  if (isHidden) {
    return (
      <Button pending={isPending} onClick={change}>
        {t('showReview')}
      </Button>
    );
  }
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <Field
        label={t('hideReason')}
        value={reason}
        maxLength={500}
        error={problem}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button variant="danger" pending={isPending} onClick={change} className="sm:mt-7">
        {t('hideReview')}
      </Button>
    </div>
  );
}
