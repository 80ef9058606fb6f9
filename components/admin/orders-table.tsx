import { ShoppingBag } from 'lucide-react';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { listedOrder } from '@/lib/admin/orders';
import { formatCents } from '@/lib/core/money';
import { orderOrigins } from '@/lib/orders/types';
import { AdminList } from './list';
import { RowLink } from './row-link';

const columns = ['date', 'product', 'owner', 'minecraftName', 'origin', 'paid'] as const;

/** All acquisitions, searched by order, owner or product. */
export async function OrdersTable({ filter }: { filter: ListFilter }) {
  const [t, format, locale, found] = await Promise.all([
    getTranslations('admin.orderList'),
    getFormatter(),
    getLocale(),
    readList('pedidos', filter, listedOrder),
  ]);
  return (
    <AdminList
      list="pedidos"
      path="/dashboard-admin/orders"
      filter={filter}
      found={found}
      searchLabel={t('search')}
      choice={{ label: t('origin'), options: orderOrigins.map((origin) => [origin, t(`origins.${origin}`)]) }}
      columns={columns.map((column) => t(column))}
      icon={<ShoppingBag />}
      empty={t('empty')}
      failed={t('failed')}
      className="[&_td:last-child]:text-right [&_th:last-child]:text-right"
    >
      {(order) => (
        <tr key={order.id} className="hover:bg-raised">
          <td className="whitespace-nowrap">{format.dateTime(new Date(order.createdAt), 'moment')}</td>
          <td>
            <span className="font-semibold">{order.product ?? t('gone')}</span>
            {order.edition && <span className="block text-muted">{order.edition}</span>}
            {order.isRevoked && <Badge className="ml-2">{t('revoked')}</Badge>}
          </td>
          <td>
            <RowLink href={`/dashboard-admin/users/${order.ownerId}`}>{order.owner}</RowLink>
          </td>
          <td>{order.minecraftName}</td>
          <td>
            {order.paymentId ? (
              <RowLink href={`/dashboard-admin/payments/${order.paymentId}`}>{t(`origins.${order.origin}`)}</RowLink>
            ) : (
              t(`origins.${order.origin}`)
            )}
          </td>
          <td className="font-semibold tabular-nums">{formatCents(order.paidCents, locale)}</td>
        </tr>
      )}
    </AdminList>
  );
}
