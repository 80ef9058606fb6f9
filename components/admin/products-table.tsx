import { PackageSearch } from 'lucide-react';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listProducts, type ProductFilter, productStates } from '@/lib/admin/products';
import { formatCents, toCents } from '@/lib/money';

async function Filters({ filter }: { filter: ProductFilter }) {
  const [t, states] = await Promise.all([getTranslations('admin.productList'), getTranslations('dashboard.statuses')]);
  const control = 'mt-1.5 h-12 w-full rounded-control border border-line bg-canvas px-3.5';
  return (
    <form className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <label className="text-sm font-medium">
        {t('search')}
        <input name="q" defaultValue={filter.search} maxLength={200} className={control} />
      </label>
      <label className="text-sm font-medium">
        {t('status')}
        <select name="estado" defaultValue={filter.status ?? ''} className={control}>
          <option value="">{t('all')}</option>
          {productStates.map((state) => (
            <option key={state} value={state}>
              {states(state)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}

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
      <Filters filter={filter} />
      {products.length === 0 ? (
        <EmptyState icon={<PackageSearch />} title={t('empty')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard
        <div tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface">
          <table className="w-full min-w-2xl text-left text-sm">
            <thead className="text-muted">
              <tr>
                {(['name', 'creator', 'price', 'status', 'views', 'orders'] as const).map((column) => (
                  <th key={column} scope="col" className="px-4 py-3 font-medium">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
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
            </tbody>
          </table>
        </div>
      )}
      {next && <ButtonLink href={`/dashboard-admin/products?${older}`}>{t('older')}</ButtonLink>}
    </div>
  );
}
