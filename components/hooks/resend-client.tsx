'use client';

import { useTranslations } from 'next-intl';
import { ActionButton } from '@/components/ui/action-button-client';
import { useProblemText } from '@/components/ui/use-problem-text';
import { resendHook } from '@/lib/hooks/action';

/** Sends a delivery again. */
export function Resend({ id, type }: { id: string; type: string }) {
  const t = useTranslations('hooks.log');
  const messages = useProblemText('hooks.errors');
  return <ActionButton action={resendHook} input={id} label={t('resend')} name={type} messages={messages} />;
}
