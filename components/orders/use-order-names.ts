import { useTranslations } from 'next-intl';
import type { Order } from '@/lib/orders/types';

/** Names of an order's product and edition, with a text for deleted ones. */
export function useOrderNames({ product, edition }: Pick<Order, 'product' | 'edition'>) {
  const t = useTranslations('orders');
  return {
    name: product?.name ?? t('deletedProduct'),
    edition: edition ? (edition.name ?? t('deletedEdition')) : t('base'),
  };
}
