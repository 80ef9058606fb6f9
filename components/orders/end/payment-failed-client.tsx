'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { CircleAlert } from '@/components/ui/icons/desk';
import { notCharged } from '@/lib/orders/payments/verification';
import type { MethodFacts } from '@/lib/payments/method-facts';
import { type PageMethod, pageMethods } from '@/lib/payments/methods';
import { Outcome } from './outcome';
import { PaymentLink } from './payment-link';

type Props = {
  method: PageMethod;
  estado: string;
  paymentId: string | null;
  supportEmail: string;
  onRetry: () => void;
};

/** Texts by state, for payment methods without their own. */
const details: MethodFacts['result']['details'] = {
  revision: 'success.review',
  no_pagado: 'success.unpaid',
  caducado: 'success.unpaid',
  fallido: 'success.unpaid',
  reembolsado: 'success.returned',
  en_disputa: 'success.disputed',
  sin_respuesta: 'success.noAnswer',
  sin_red: 'success.noAnswer',
};

/** A failed payment, or one with an unknown outcome: known facts and the buyer's options. */
export function PaymentFailed({ method, estado, paymentId, supportEmail, onRetry }: Props) {
  const t = useTranslations('success');
  const words = useTranslations();
  const { result }: MethodFacts = pageMethods[method];
  const detail = result.details[estado] ?? details[estado];
  return (
    <Outcome
      tone="bad"
      icon={<CircleAlert />}
      title={t('errorTitle')}
      actions={
        <>
          {notCharged.has(estado) ? (
            <ButtonLink href="/cart" variant="buy">
              {t('cart')}
            </ButtonLink>
          ) : (
            <Button variant="buy" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          <a href={`mailto:${supportEmail}`} className={buttonStyles({})}>
            {t('contact')}
          </a>
        </>
      }
    >
      <p className="text-lg text-ink">{words(result.error)}</p>
      {detail && <p>{words(detail)}</p>}
      <PaymentLink paymentId={paymentId} />
    </Outcome>
  );
}
