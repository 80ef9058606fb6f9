import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { Me } from '@/lib/account/types';
import { findPayment } from '@/lib/orders/payments/find-payment';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import { listBought } from '@/lib/orders/server';
import type { PageProvider } from '@/lib/payments/methods';
import { GiftResult } from './gift-result';
import { Recharged } from './recharged';
import { Reward } from './reward';

type Props = {
  me: Pick<Me, 'id'>;
  /** The payment, or the provider's reference of it. */
  of: PaymentDetail | { provider: PageProvider; reference: string } | null;
  /** Shown until the payment is delivered to this person. */
  children: ReactNode;
};

/** Result of this person's payment, once delivered. */
export async function Delivered({ me, of, children }: Props) {
  const locale = await getLocale();
  const payment = of && !('id' in of) ? await findPayment(me.id, locale, of) : of;
  if (payment?.state !== 'entregado') return children;
  if (payment.recipient !== null) return <GiftResult payment={payment} otherwise={children} />;
  if (payment.isRecharge) return <Recharged payment={payment} buyer={me.id} />;
  return <Reward payment={payment} orders={await listBought(me.id, locale, payment.id)} />;
}
