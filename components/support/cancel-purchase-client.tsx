'use client';

import { useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { cancelPurchase } from '@/lib/support/action';

/** Cancels a reservation, or a scheduled gift, and refunds it. */
export function CancelPurchase({ paymentId, name }: { paymentId: string; name: string }) {
  const t = useTranslations('help.cancel');
  return (
    <ConfirmButton
      action={cancelPurchase}
      input={paymentId}
      label={t('open')}
      question={{
        title: t('title', { name }),
        text: t('text'),
        confirmLabel: t('confirm'),
        cancelLabel: t('keep'),
        isDangerous: true,
      }}
      messages={useProblemText('help.cancel.errors')}
      onDone={(outcome) => void toast('success', t(outcome))}
    />
  );
}
