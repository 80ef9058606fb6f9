import { getLocale, getTranslations } from 'next-intl/server';
import { Link } from '@/components/ui/link-client';
import { Time } from '@/components/ui/time';
import { formatCents } from '@/lib/core/money';
import type { Sale } from '@/lib/creators/sales/types';
import { SaleReductions, SaleState } from './sale-state';

/** A page of sales; rows link to the sale. On phones the cells of a row are stacked. */
export async function SalesTable({ sales }: { sales: Sale[] }) {
  const [t, locale] = await Promise.all([getTranslations('dashboard.sales'), getLocale()]);
  const wide = 'px-4 py-3 text-right tabular-nums max-md:hidden';
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table aria-label={t('title')} className="w-full text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="px-4 py-3 font-medium">
              {t('columns.sale')}
            </th>
            <th scope="col" className={`${wide} font-medium`}>
              {t('columns.list')}
            </th>
            <th scope="col" className={`${wide} font-medium`}>
              {t('columns.paid')}
            </th>
            <th scope="col" className="px-4 py-3 text-right font-medium">
              {t('columns.net')}
            </th>
            <th scope="col" className="px-4 py-3 font-medium max-md:hidden">
              {t('columns.state')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sales.map((sale) => (
            <tr key={sale.id} className="relative align-top hover:bg-raised has-[a:focus-visible]:bg-raised">
              <td className="space-y-1 px-4 py-3 wrap-anywhere">
                <Link href={`/dashboard/sales/${sale.orderId}`} className="font-semibold after:absolute after:inset-0">
                  <span>{sale.name}</span>
                  {sale.edition && <span>{` · ${sale.edition}`}</span>}
                </Link>
                <span className="block text-muted">
                  <Time at={sale.at} look="moment" />
                  {sale.bundle && <span>{` · ${t('ofBundle', { name: sale.bundle })}`}</span>}
                </span>
                <span className="flex flex-wrap gap-1 empty:hidden">
                  <SaleReductions sale={sale} />
                </span>
                <span className="block md:hidden">
                  <SaleState sale={sale} />
                </span>
              </td>
              <td className={wide}>{formatCents(sale.listCents, locale)}</td>
              <td className={wide}>{formatCents(sale.paidCents, locale)}</td>
              <td className="px-4 py-3 text-right tabular-nums">
                <b>{formatCents(sale.netCents, locale)}</b>
                {sale.netCents !== sale.shareCents && (
                  <s className="block text-xs text-muted">{formatCents(sale.shareCents, locale)}</s>
                )}
              </td>
              <td className="px-4 py-3 max-md:hidden">
                <SaleState sale={sale} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
