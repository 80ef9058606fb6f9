import { useTranslations } from 'next-intl';
import type { Order } from '@/lib/orders/types';

/** The names of an order's product and edition, with a text for those that no longer exist. */
export function useOrderNames({ product, edition }: Pick<Order, 'product' | 'edition'>) {
  const t = useTranslations('orders');
  return {
    name: product?.name ?? t('deletedProduct'),
    edition: edition ? (edition.name ?? t('deletedEdition')) : t('base'),
  };
}
