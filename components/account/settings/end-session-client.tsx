'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { useProblemText } from '@/components/ui/use-problem-text';
import { endSession } from '@/lib/account/settings/action';

/** Ends a session on another device. */
export function EndSession({ id, name }: { id: string; name: string }) {
  const t = useTranslations('settings.devices');
  const messages = useProblemText('settings.devices.errors');
  return <ActionButton action={endSession} input={id} label={t('end')} name={name} messages={messages} />;
}
