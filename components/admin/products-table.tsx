import { PackageSearch } from 'lucide-react';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listProducts, type ProductFilter } from '@/lib/admin/products';
import { productStatuses } from '@/lib/creators/sort';
import { formatCents, toCents } from '@/lib/money';
import { ListFilter, ListTable } from './list';

/** Every product of the shop, found by name and state, page by page. */
export async function ProductsTable({ filter }: { filter: ProductFilter }) {
  const [t, states, format, locale] = await Promise.all([
    getTranslations('admin.productList'),
    getTranslations('dashboard.statuses'),
    getFormatter(),
    getLocale(),
  ]);
  const { products, next } = await listProducts(filter);
  const older = new URLSearchParams({
    ...(filter.search ? { q: filter.search } : {}),
    ...(filter.status ? { estado: filter.status } : {}),
    antes: next ?? '',
  });
  return (
    <div className="space-y-5">
      <ListFilter
        search={{ label: t('search'), value: filter.search }}
        choice={{
          name: 'estado',
          label: t('status'),
          value: filter.status,
          all: t('all'),
          options: productStatuses.map((option) => [option, states(option)]),
        }}
        apply={t('apply')}
      />
      {products.length === 0 ? (
        <EmptyState icon={<PackageSearch />} title={t('empty')} />
      ) : (
        <ListTable
          columns={(['name', 'creator', 'price', 'status', 'views', 'orders'] as const).map((column) => t(column))}
          className="min-w-2xl"
        >
          {products.map((product) => (
            <tr key={product.id} className="hover:bg-raised">
              <td className="px-4 py-2 font-semibold">
                <Link
                  href={`/dashboard-admin/products/${product.id}`}
                  className="inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline"
                >
                  {product.name}
                </Link>
              </td>
              <td className="px-4">{product.creator}</td>
              <td className="px-4 whitespace-nowrap tabular-nums">{formatCents(toCents(product.price), locale)}</td>
              <td className="px-4">{states(product.status)}</td>
              <td className="px-4 tabular-nums">{format.number(product.views)}</td>
              <td className="px-4 tabular-nums">{format.number(product.orders)}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {next && <ButtonLink href={`/dashboard-admin/products?${older}`}>{t('older')}</ButtonLink>}
    </div>
  );
}
