'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { useProblemText } from '@/components/ui/use-problem-text';
import { sendAgain, undoTest } from '@/lib/servers/action';

type Props = { id: string; command: string };

/** Queues a finished command again. */
export function SendAgain({ id, command }: Props) {
  const t = useTranslations('servers.queue');
  const messages = useProblemText('servers.errors');
  return <ActionButton action={sendAgain} input={id} label={t('sendAgain')} name={command} messages={messages} />;
}

/** Reverses a test purchase. */
export function UndoTest({ id, command }: Props) {
  const t = useTranslations('servers.queue');
  const messages = useProblemText('servers.errors');
  return <ActionButton action={undoTest} input={id} label={t('undoTest')} name={command} messages={messages} />;
}
