'use client';

import { useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { useProblemText } from '@/components/ui/use-problem-text';
import { removeServerAction } from '@/lib/servers/action';

/** Ends an action after a confirmation. Commands that it has queued are still sent. */
export function RemoveAction({ id, name }: { id: string; name: string }) {
  const t = useTranslations('servers.actions');
  const messages = useProblemText('servers.errors');
  return (
    <ConfirmButton
      action={removeServerAction}
      input={id}
      label={t('remove')}
      name={name}
      question={{
        title: t('removeTitle', { name }),
        text: t('removeText'),
        cancelLabel: t('keep'),
        isDangerous: true,
      }}
      messages={messages}
    />
  );
}
