import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button-link';

/** Link from a finished purchase to its order, or to all orders if there are several. */
export function OrdersLink({ orderIds, variant = 'buy' }: { orderIds: string[]; variant?: 'buy' | 'secondary' }) {
  const t = useTranslations('success');
  const [order, ...more] = orderIds;
  return (
    <ButtonLink href={order && more.length === 0 ? `/profile/order/${order}` : '/profile/orders'} variant={variant}>
      {t(more.length > 0 ? 'orders' : 'order')}
    </ButtonLink>
  );
}
