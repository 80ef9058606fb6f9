import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { EmptyState } from '@/components/ui/empty-state';
import { Download, Receipt } from '@/components/ui/icons';
import { requireMe } from '@/lib/account/server';
import { formatCents } from '@/lib/core/money';
import { parseSaleCursor, parseSaleFilter, toSaleQuery } from '@/lib/creators/sales/filter';
import { getSaleTotals, listSales } from '@/lib/creators/sales/server';
import { getPanelPage } from '@/lib/creators/server';
import { DashboardNav } from './dashboard-nav';
import { SalesFilter } from './sales-filter';
import { SalesTable } from './sales-table';

/** Among how many products, the newest ones, the list of sales can be narrowed to one. */
const mostProducts = 500;

type Query = Promise<Record<string, string | string[] | undefined>>;

/** A creator's sales, narrowed by the address, with what they sum up to and a file of them. */
export async function Sales({ query }: { query: Query }) {
  await requireMe('/dashboard/sales');
  const parameters = await query;
  const [t, format, locale] = await Promise.all([getTranslations('dashboard.sales'), getFormatter(), getLocale()]);
  const [filter, after] = [parseSaleFilter(parameters), parseSaleCursor(parameters)];
  const [panel, { sales, next }, totals] = await Promise.all([
    getPanelPage(7, locale, null, mostProducts),
    listSales(filter, locale, after),
    getSaleTotals(filter),
  ]);
  const sums = [
    ['count', format.number(totals.count)],
    ['paid', formatCents(totals.paidCents, locale)],
    ['share', formatCents(totals.shareCents, locale)],
    ['net', formatCents(totals.netCents, locale)],
  ] as const;
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
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {sums.map(([name, text]) => (
          <div key={name} className="rounded-card border border-line bg-surface p-4">
            <dt className="text-sm font-medium text-muted">{t(`totals.${name}`)}</dt>
            <dd className="mt-1 font-display text-2xl font-bold tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      {sales.length === 0 ? (
        <EmptyState icon={<Receipt />} title={t(isNarrowed ? 'noneFound' : 'none')} />
      ) : (
        <SalesTable sales={sales} />
      )}
      {next && <ButtonLink href={`/dashboard/sales?${toSaleQuery(filter, next)}`}>{t('older')}</ButtonLink>}
      <p className="text-sm text-muted">{t('note')}</p>
    </div>
  );
}
