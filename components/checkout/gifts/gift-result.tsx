import { getLocale } from 'next-intl/server';
import { getGift } from '@/lib/orders/gifts/server';
import { GiftGiven } from './gift-given';

type Props = { paymentId: string; otherwise: React.ReactNode };

/** The end of a gift that cost nothing, for its giver; anything else is not a gift of theirs. */
export async function GiftResult({ paymentId, otherwise }: Props) {
  const gift = await getGift(paymentId, await getLocale());
  if (!gift || gift.isMine || gift.state === 'cancelado') return otherwise;
  const day = gift.state === 'programado' ? gift.day : null;
  return <GiftGiven paymentId={gift.id} name={gift.name} recipient={gift.to} day={day} paid={null} />;
}
