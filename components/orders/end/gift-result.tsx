import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { withEdition } from '@/lib/catalog/with-edition';
import { formatCents } from '@/lib/core/money';
import { getGift } from '@/lib/orders/gifts/server';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import { GiftGiven } from './gift-given';

type Props = { payment: PaymentDetail; otherwise: ReactNode };

/** End of a gift purchase for the giver: the recipient and the delivery date. */
export async function GiftResult({ payment, otherwise }: Props) {
  const [locale, t] = await Promise.all([getLocale(), getTranslations('success')]);
  const gift = await getGift(payment.id, locale);
  if (!gift || gift.isMine || gift.state === 'cancelado') return otherwise;
  const day = gift.state === 'programado' ? gift.day : null;
  const paid = payment.totalCents > 0 ? t('paid', { amount: formatCents(payment.totalCents, locale) }) : null;
  return (
    <GiftGiven
      paymentId={gift.id}
      name={withEdition(gift.name, gift.edition)}
      recipient={gift.state === 'por_recoger' ? '' : gift.to}
      day={day}
      paid={paid}
    />
  );
}
