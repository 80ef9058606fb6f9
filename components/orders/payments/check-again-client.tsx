'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { refreshOwned } from '@/components/account/me/refresh';
import { Button } from '@/components/ui/button';
import { RefreshCw } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useRefreshAnswered } from '@/components/ui/use-refresh-answered';
import { checkPayment } from '@/lib/orders/payments/action';

const known = [
  'entregado',
  'pagado',
  'procesando',
  'no_pagado',
  'revision',
  'caducado',
  'fallido',
  'rechazado',
  'sin_respuesta',
  'tooMany',
] as const;
type Known = (typeof known)[number];
const isKnown = (answer: string): answer is Known => (known as readonly string[]).includes(answer);

/** Fetches the payment's state from the provider. Repeated presses deliver only once. */
export function CheckAgain({ paymentId }: { paymentId: string }) {
  const t = useTranslations('payment.check');
  const refreshAnswered = useRefreshAnswered();
  const [answer, setAnswer] = useState<Known | 'failed' | null>(null);
  const show = (code: string) => {
    setAnswer(isKnown(code) ? code : 'failed');
    if (code === 'entregado') void refreshOwned();
    refreshAnswered(code);
  };
  const { run, pending } = useAction(() => checkPayment(paymentId), { onDone: show, onFail: show });

  return (
    <div className="space-y-3">
      <Button variant="buy" size="large" className="w-full sm:w-auto" pending={pending} onClick={run}>
        {!pending && <RefreshCw aria-hidden className="size-4" />}
        <span>{t('button')}</span>
      </Button>
      <div aria-live="polite">
        {answer && (
          <Notice tone={answer === 'entregado' ? 'good' : answer === 'failed' ? 'bad' : 'warn'}>
            {t(`answers.${answer}`)}
          </Notice>
        )}
      </div>
    </div>
  );
}
