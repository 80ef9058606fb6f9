import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCents } from '@/lib/core/money';
import type { SaleTotals } from '@/lib/creators/sales/types';

const grid = 'grid grid-cols-1 gap-3 min-[20rem]:grid-cols-2 lg:grid-cols-4';

/** Totals of all filtered sales, not only of the current page. */
export async function SaleSums(props: { totals: Promise<SaleTotals | null> }) {
  const [totals, t, format, locale] = await Promise.all([
    props.totals,
    getTranslations('dashboard.sales'),
    getFormatter(),
    getLocale(),
  ]);
  if (!totals) return <Notice tone="plain">{t('noTotals')}</Notice>;
  const sums = [
    ['count', format.number(totals.count)],
    ['paid', formatCents(totals.paidCents, locale)],
    ['share', formatCents(totals.shareCents, locale)],
    ['net', formatCents(totals.netCents, locale)],
  ] as const;
  return (
    <dl className={grid}>
      {sums.map(([name, text]) => (
        <div key={name} className="rounded-card border border-line bg-surface p-3 sm:p-4">
          <dt className="text-sm font-medium text-muted">{t(`totals.${name}`)}</dt>
          <dd className="mt-1 font-display text-xl font-bold whitespace-nowrap sm:text-2xl tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function SaleSumsSkeleton() {
  return (
    <div className={grid}>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className="h-24 rounded-card" />
      ))}
    </div>
  );
}
