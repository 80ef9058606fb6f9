import { PackageSearch } from 'lucide-react';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { listedProduct } from '@/lib/admin/products';
import { productStatuses } from '@/lib/catalog/types';
import { formatCents } from '@/lib/core/money';
import { AdminList } from './list';
import { RowLink } from './row-link';

const columns = ['name', 'creator', 'price', 'status', 'views', 'orders', 'since'] as const;

/** All products in any state, searched by name, slug or id. */
export async function ProductsTable({ filter }: { filter: ListFilter }) {
  const [t, states, format, locale, found] = await Promise.all([
    getTranslations('admin.productList'),
    getTranslations('dashboard.statuses'),
    getFormatter(),
    getLocale(),
    readList('productos', filter, listedProduct),
  ]);
  return (
    <AdminList
      list="productos"
      path="/dashboard-admin/products"
      filter={filter}
      found={found}
      searchLabel={t('search')}
      choice={{ label: t('status'), options: productStatuses.map((status) => [status, states(status)]) }}
      columns={columns.map((column) => t(column))}
      icon={<PackageSearch />}
      empty={t('empty')}
      failed={t('failed')}
    >
      {(product) => (
        <tr key={product.id} className="hover:bg-raised">
          <td>
            <RowLink href={`/dashboard-admin/products/${product.id}`}>{product.name}</RowLink>
          </td>
          <td>{product.creator}</td>
          <td className="whitespace-nowrap tabular-nums">{formatCents(product.priceCents, locale)}</td>
          <td>{states(product.status)}</td>
          <td className="tabular-nums">{format.number(product.views)}</td>
          <td className="tabular-nums">{format.number(product.orders)}</td>
          <td className="whitespace-nowrap">{format.dateTime(new Date(product.createdAt), 'day')}</td>
        </tr>
      )}
    </AdminList>
  );
}
