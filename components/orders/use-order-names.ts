import { useTranslations } from 'next-intl';
import type { Order } from '@/lib/orders/types';

/** The names of an order's product and edition, with what stands for those that are gone. */
export function useOrderNames({ product, edition }: Pick<Order, 'product' | 'edition'>) {
  const t = useTranslations('orders');
  return {
    name: product?.name ?? t('deletedProduct'),
    edition: edition ? (edition.name ?? t('deletedEdition')) : t('base'),
  };
}
