'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { CircleCheck, Coins } from '@/components/ui/icons/shop';
import { formatCents } from '@/lib/core/money';
import type { Verified } from '@/lib/payments/verified';
import { AfterPurchase } from './after-purchase-client';
import { GiftGiven } from './gift-given';
import { OrdersLink } from './orders-link';
import { Outcome } from './outcome';
import { PaymentLink } from './payment-link';

/** Shown until the server renders the complete result (`delivered.tsx`). */
export function DeliveredForNow({ result }: { result: Verified }) {
  const t = useTranslations('success');
  const locale = useLocale();
  const router = useRouter();
  useEffect(() => router.refresh(), [router]);
  const name = result.nombre ?? t('yourProduct');
  const paid = result.precio && t('paid', { amount: formatCents(Math.round(result.precio * 100), locale) });
  if (result.regalo && result.pago) {
    const { para, fecha } = result.regalo;
    return <GiftGiven paymentId={result.pago} name={name} recipient={para} day={fecha} paid={paid || null} />;
  }
  return (
    <Outcome
      tone={result.recarga ? 'club' : 'good'}
      icon={result.recarga ? <Coins /> : <CircleCheck />}
      title={t(result.recarga ? 'rechargeTitle' : 'title')}
      actions={
        <>
          {result.recarga ? (
            <ButtonLink href="/profile/coins" variant="buy">
              {t('balance')}
            </ButtonLink>
          ) : (
            <OrdersLink orderIds={result.pedidos} />
          )}
          <ButtonLink href="/">{t('home')}</ButtonLink>
        </>
      }
    >
      <AfterPurchase />
      <p className="text-lg text-ink">{t(result.recarga ? 'rechargeText' : 'text', { name })}</p>
      {result.precio !== null && <p>{t('paid', { amount: formatCents(Math.round(result.precio * 100), locale) })}</p>}
      <PaymentLink paymentId={result.pago} />
    </Outcome>
  );
}
