import { useLocale, useTranslations } from 'next-intl';
import { formatCents } from '@/lib/core/money';
import type { Order } from '@/lib/orders/types';

/** Price that an order cost this person: in euro, in UnCoins, or free; null for a received gift. */
export function useOrderPrice({ paidCents, inCoins }: Pick<Order, 'paidCents' | 'inCoins'>): string | null {
  const t = useTranslations('orders');
  const locale = useLocale();
  if (paidCents === null) return null;
  if (paidCents === 0) return t('free');
  return inCoins ? t('coins', { count: paidCents }) : formatCents(paidCents, locale);
}
