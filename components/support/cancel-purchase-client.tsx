'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { cancelPurchase } from '@/lib/support/action';

/** Cancels a reservation, or a gift that waits for its day, and gives the money back. */
export function CancelPurchase({ paymentId, name }: { paymentId: string; name: string }) {
  const t = useTranslations('help.cancel');
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const { run, pending, problem, reset } = useAction(() => cancelPurchase(paymentId), {
    messages: useProblemText('help.cancel.errors'),
    onDone: (outcome) => {
      setAsking(false);
      router.refresh();
      toast('success', t(outcome));
    },
  });

  function ask() {
    reset();
    setAsking(true);
  }

  return (
    <>
      <Button onClick={ask}>{t('open')}</Button>
      {isAsking && (
        <Confirm
          title={t('title', { name })}
          text={t('text')}
          confirmLabel={t('confirm')}
          cancelLabel={t('keep')}
          isDangerous
          pending={pending}
          problem={problem}
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
