'use client';

import { useTranslations } from 'next-intl';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { cancelWithdrawal } from '@/lib/creators/action';

type Props = { id: string; amount: string; email: string };

/** Cancels a withdrawal that is not approved yet. */
export function CancelWithdrawal({ id, amount, email }: Props) {
  const t = useTranslations('dashboard.money');
  return (
    <span className="mt-2 block">
      <ConfirmButton
        action={cancelWithdrawal}
        input={id}
        label={t('cancel')}
        question={{
          title: t('cancelTitle', { amount }),
          text: t('cancelText', { email }),
          confirmLabel: t('cancelSure'),
          cancelLabel: t('cancelKeep'),
          isDangerous: true,
        }}
        messages={useProblemText('dashboard.money.errors')}
        onDone={() => void toast('success', t('cancelled'))}
      />
    </span>
  );
}
