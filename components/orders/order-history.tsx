import { getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Receipt } from '@/components/ui/icons/desk';
import { PageLinks } from '@/components/ui/page-links';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';
import { listOrders } from '@/lib/orders/server';
import { OrderRow } from './order-row';

/** Orders of the signed-in person, newest first, paginated (`?antes=`). */
export async function OrderHistory({ query }: { query: Promise<PageQuery> }) {
  const { antes } = await query;
  const me = await requireMe('/profile/orders', query);
  const [t, { orders, next }] = await Promise.all([
    getTranslations('orders'),
    listOrders(me.id, await getLocale(), antes),
  ]);
  if (orders.length === 0) {
    return (
      <EmptyState icon={<Receipt />} title={t('empty')}>
        <ButtonLink href="/trends" variant="buy">
          {t('explore')}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="space-y-3">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      <PageLinks
        newest={antes && '/profile/orders'}
        older={next && `/profile/orders?antes=${encodeURIComponent(next)}`}
        labels={{ older: t('older') }}
        className="mt-6"
      />
    </>
  );
}
