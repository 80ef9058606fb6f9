'use client';

import { RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { refreshMe } from '@/components/account/use-me';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { checkPayment } from '@/lib/orders/payments/action';

const known = [
  'entregado',
  'pagado',
  'procesando',
  'no_pagado',
  'revision',
  'caducado',
  'fallido',
  'sin_respuesta',
  'demasiados_intentos',
] as const;
type Known = (typeof known)[number];
const isKnown = (answer: string): answer is Known => (known as readonly string[]).includes(answer);

/** Asks the provider about the payment. It can be pressed repeatedly; goods are delivered only once. */
export function CheckAgain({ paymentId }: { paymentId: string }) {
  const t = useTranslations('payment.check');
  const router = useRouter();
  const [answer, setAnswer] = useState<Known | 'fallo' | null>(null);
  const [pending, start] = useTransition();

  const check = () =>
    start(async () => {
      const result = await checkPayment(paymentId).catch(() => null);
      const code = result?.ok ? result.value : (result?.error ?? 'fallo');
      setAnswer(isKnown(code) ? code : 'fallo');
      if (code === 'entregado') void refreshMe();
      router.refresh();
    });

  return (
    <div className="space-y-3">
      <Button variant="buy" size="large" className="w-full sm:w-auto" pending={pending} onClick={check}>
        {!pending && <RefreshCw aria-hidden className="size-4" />}
        {t('button')}
      </Button>
      <div aria-live="polite">
        {answer && (
          <Notice tone={answer === 'entregado' ? 'good' : answer === 'fallo' ? 'bad' : 'warn'}>
            {t(`answers.${answer}`)}
          </Notice>
        )}
      </div>
    </div>
  );
}
