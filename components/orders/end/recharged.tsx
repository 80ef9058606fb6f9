import { getFormatter, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { Coins } from '@/components/ui/icons/shop';
import { getMeNow } from '@/lib/account/server';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import { BackToCart } from './back-to-cart-client';
import { PurchaseEnd } from './purchase-end';

/** A delivered pack of UnCoins: the new balance, and a link back to a non-empty cart. */
export async function Recharged({ payment, buyer }: { payment: PaymentDetail; buyer: string }) {
  // The payment may have been delivered after this request was identified.
  const [t, format, me] = await Promise.all([getTranslations('success'), getFormatter(), getMeNow()]);
  return (
    <PurchaseEnd
      title={t('rechargeTitle')}
      icon={<Coins />}
      payment={payment}
      actions={
        <>
          <BackToCart person={buyer} label={t('backToCart')} />
          <ButtonLink href="/profile/coins">{t('balance')}</ButtonLink>
          <ButtonLink href="/">{t('home')}</ButtonLink>
        </>
      }
    >
      <p className="text-center text-lg">{t('rechargeText', { name: payment.name })}</p>
      <p className="mx-auto flex w-fit items-center gap-3 rounded-card border border-line bg-surface px-6 py-4 shadow-card">
        <Coins aria-hidden className="size-8 text-club-ink" />
        <span>
          <span className="block text-sm text-muted">{t('newBalance')}</span>
          <b className="font-display text-3xl tabular-nums">{format.number(me?.uncoins ?? 0)}</b>
        </span>
      </p>
    </PurchaseEnd>
  );
}
