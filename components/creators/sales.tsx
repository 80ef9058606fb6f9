import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { buttonStyles } from '@/components/ui/button-styles';
import { EmptyState } from '@/components/ui/empty-state';
import { Receipt } from '@/components/ui/icons/desk';
import { Download } from '@/components/ui/icons/shop';
import { PageLinks } from '@/components/ui/page-links';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';
import { getPanelPage } from '@/lib/creators/panel';
import { parseSaleCursor, parseSaleFilter, toSaleQuery } from '@/lib/creators/sales/filter';
import { getSaleTotals, listSaleSources, listSales } from '@/lib/creators/sales/server';
import { DashboardNav } from './dashboard-nav';
import { SaleSources } from './sale-sources';
import { SaleSums, SaleSumsSkeleton } from './sale-sums';
import { SalesFilter } from './sales-filter';
import { SalesTable } from './sales-table';

/** Limit of the products in the filter, newest first. */
const mostProducts = 500;

/** A creator's sales, filtered by the query, with totals and a CSV file. */
export async function Sales({ query }: { query: Promise<PageQuery> }) {
  await requireMe('/dashboard/sales', query);
  const parameters = await query;
  const [t, locale] = await Promise.all([getTranslations('dashboard.sales'), getLocale()]);
  const [filter, after] = [parseSaleFilter(parameters), parseSaleCursor(parameters)];
  const totals = getSaleTotals(filter);
  const [panel, { sales, next }] = await Promise.all([
    getPanelPage(7, locale, null, mostProducts),
    listSales(filter, locale, after),
  ]);
  // The table covers all sales of the product and the days: the state of a sale changes, but its source does not.
  const sold = filter.state || filter.discount ? null : await listSaleSources(filter);
  const isNarrowed = Object.values(filter).some(Boolean);
  return (
    <div className="space-y-6">
      <DashboardNav current="sales" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <a href={`/api/creator/sales?${toSaleQuery(filter)}`} className={buttonStyles({})}>
          <Download aria-hidden className="size-4" />
          {t('csv')}
        </a>
      </div>
      <SalesFilter filter={filter} products={panel.products} />
      <Suspense fallback={<SaleSumsSkeleton />}>
        <SaleSums totals={totals} />
      </Suspense>
      {sales.length === 0 ? (
        <EmptyState icon={<Receipt />} title={t(isNarrowed ? 'noneFound' : 'none')} />
      ) : (
        <SalesTable sales={sales} />
      )}
      <PageLinks
        newest={after && `/dashboard/sales?${toSaleQuery(filter)}`}
        older={next && `/dashboard/sales?${toSaleQuery(filter, next)}`}
      />
      <p className="text-sm text-muted">{t('note')}</p>
      {sold && (sales.length > 0 || after) && <SaleSources sold={sold} />}
    </div>
  );
}
