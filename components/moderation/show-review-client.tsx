'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { moderateReview } from '@/lib/reviews/action';

/** Shows a hidden review again. */
export function ShowReview({ reviewId }: { reviewId: string }) {
  const t = useTranslations('moderation.reports');
  return (
    <ActionButton
      action={moderateReview}
      input={{ reviewId, hide: false, reason: '' }}
      label={t('showReview')}
      messages={useProblemText('moderation.reports.errors')}
      onDone={() => void toast('success', t('reviewShown'))}
    />
  );
}
