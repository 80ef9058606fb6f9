'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { showPost } from '@/lib/moderation/reports/action';

/** Shows a post again that was taken down. */
export function ShowPost({ id }: { id: string }) {
  const t = useTranslations('moderation.reports');
  return (
    <ActionButton
      action={showPost}
      input={id}
      label={t('showPost')}
      messages={useProblemText('moderation.reports.errors')}
      onDone={() => void toast('success', t('postShown'))}
    />
  );
}
