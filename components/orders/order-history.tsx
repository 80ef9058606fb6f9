import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Receipt } from '@/components/ui/icons/desk';
import { requireMe } from '@/lib/account/server';
import { listOrders } from '@/lib/orders/server';
import { OrderRow } from './order-row';

const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .nullish()
  .catch(null);

/** The orders of the signed-in person, newest first, page by page (`?antes=`). */
export async function OrderHistory({ query }: { query: Promise<Record<string, string | string[] | undefined>> }) {
  const before = moment.parse((await query).antes) ?? null;
  const me = await requireMe('/profile/orders');
  const [t, { orders, next }] = await Promise.all([
    getTranslations('orders'),
    listOrders(me.id, await getLocale(), before),
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
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {before && <ButtonLink href="/profile/orders">{t('newest')}</ButtonLink>}
        {next && <ButtonLink href={`/profile/orders?antes=${encodeURIComponent(next)}`}>{t('older')}</ButtonLink>}
      </div>
    </>
  );
}
