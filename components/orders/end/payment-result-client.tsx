'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
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

/** Result of a payment, from "verifying" to the end (docs/behaviour/checkout.md, "Payment result"). */
export function PaymentResult({ method, reference, supportEmail }: Props) {
  const t = useTranslations('success');
  const words = useTranslations();
  const { verifyPath, result } = pageMethods[method];
  const { state, retry } = useVerification(`${verifyPath}${encodeURIComponent(reference)}`);
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
    <Outcome tone="plain" busy icon={<LoaderCircle className="animate-spin" />} title={words(result.verifying)}>
      <p>{t('verifyingText')}</p>
    </Outcome>
  );
}
