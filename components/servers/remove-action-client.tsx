'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { useProblemText } from '@/components/ui/use-problem-text';
import { removeServerAction } from '@/lib/servers/action';

/** Ends an action; what it has promised stays. */
export function RemoveAction({ id, name }: { id: string; name: string }) {
  const t = useTranslations('servers.actions');
  const messages = useProblemText('servers.errors');
  return <ActionButton action={removeServerAction} input={id} label={t('remove')} name={name} messages={messages} />;
}
