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
  me: Pick<Me, 'id' | 'uncoins'>;
  /** The payment, or how its provider names it. */
  of: PaymentDetail | { provider: PageProvider; reference: string } | null;
  /** What is shown while it has not been delivered to this person. */
  children: ReactNode;
};

/** What a payment of this person has brought, once it has. */
export async function Delivered({ me, of, children }: Props) {
  const locale = await getLocale();
  const payment = of && !('id' in of) ? await findPayment(me.id, locale, of) : of;
  if (payment?.state !== 'entregado') return children;
  if (payment.recipient !== null) return <GiftResult payment={payment} otherwise={children} />;
  if (payment.isRecharge) return <Recharged payment={payment} me={me} />;
  return <Reward payment={payment} orders={await listBought(me.id, locale, payment.id)} />;
}
