'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { showQuestion } from '@/lib/moderation/reports/action';

/** Shows a question or an answer again that was taken down. */
export function ShowQuestion({ id, part }: { id: string; part: 'pregunta' | 'respuesta' }) {
  const t = useTranslations('moderation.reports');
  return (
    <ActionButton
      action={showQuestion}
      input={{ id, part }}
      label={t(`show.${part}`)}
      messages={useProblemText('moderation.reports.errors')}
      onDone={() => void toast('success', t('questionShown'))}
    />
  );
}
