'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Clock } from '@/components/ui/icons/desk';
import { LoaderCircle } from '@/components/ui/icons/shop';
import { type PageMethod, pageMethods } from '@/lib/payments/methods';
import { DeliveredForNow } from './delivered-for-now-client';
import { NotDelivered } from './not-delivered';
import { Outcome } from './outcome';
import { PaymentFailed } from './payment-failed-client';
import { PaymentLink } from './payment-link';
import { useVerification } from './use-verification';

type Props = { method: PageMethod; reference: string; supportEmail: string };
type Verification = ReturnType<typeof useVerification>;

const focusTitle = (result: HTMLElement | null) => focusOnShow(result?.querySelector('h1') ?? null);

/** Result of a payment, from "verifying" to the end (docs/behaviour/checkout.md, "Payment result"). */
export function PaymentResult({ reference, ...shown }: Props) {
  const { verifyPath } = pageMethods[shown.method];
  const { state, retry } = useVerification(`${verifyPath}${encodeURIComponent(reference)}`);
  const [first] = useState(state);
  return (
    // Each result is a new element, whose title takes the focus. The page itself opens without it.
    <div
      key={state.status === 'waiting' && state.isSlow ? 'slow' : state.status}
      ref={state === first ? undefined : focusTitle}
    >
      <Result {...shown} state={state} retry={retry} />
    </div>
  );
}

function Result({ method, supportEmail, state, retry }: Omit<Props, 'reference'> & Verification) {
  const t = useTranslations('success');
  const words = useTranslations();
  const { result } = pageMethods[method];
  if (state.status === 'settled' && state.result.success) return <DeliveredForNow result={state.result} />;
  if (state.status === 'settled' && state.result.motivo) return <NotDelivered result={state.result} />;
  if (state.status === 'settled')
    return (
      <PaymentFailed
        method={method}
        estado={state.result.estado}
        paymentId={state.result.pago}
        supportEmail={supportEmail}
        onRetry={retry}
      />
    );
  if (state.status === 'failed')
    return (
      <PaymentFailed
        method={method}
        estado={state.estado}
        paymentId={state.paymentId}
        supportEmail={supportEmail}
        onRetry={retry}
      />
    );
  if (state.status === 'waiting') {
    return (
      <Outcome
        tone="warn"
        icon={<Clock />}
        title={t(state.isSlow ? 'slowTitle' : 'waitingTitle')}
        actions={
          <>
            <Button variant="buy" onClick={retry}>
              {t('retry')}
            </Button>
            <ButtonLink href="/profile/orders">{t('orders')}</ButtonLink>
          </>
        }
      >
        <p>{t(state.isSlow ? 'slowText' : 'waitingText')}</p>
        <PaymentLink paymentId={state.paymentId} />
      </Outcome>
    );
  }
  return (
    <Outcome tone="plain" icon={<LoaderCircle className="animate-spin" />} title={words(result.verifying)}>
      <p>{t('verifyingText')}</p>
    </Outcome>
  );
}
