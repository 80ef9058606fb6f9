'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { moderateReview } from '@/lib/reviews/action';

/** Shows a hidden review again. */
export function ShowReview({ reviewId }: { reviewId: string }) {
  const t = useTranslations('moderation.reports');
  const router = useRouter();
  const { run, pending, problem } = useAction(() => moderateReview({ reviewId, hide: false, reason: '' }), {
    messages: useProblemText('moderation.reports.errors'),
    onDone: () => {
      void toast('success', t('reviewShown'));
      router.refresh();
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button pending={pending} onClick={run}>
        {t('showReview')}
      </Button>
      {problem && (
        <span role="alert" className="text-bad">
          {problem}
        </span>
      )}
    </div>
  );
}
