import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Charts } from '@/components/ui/charts/charts-client';
import type { DaySeries } from '@/components/ui/charts/types';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { getSummary, type Summary } from '@/lib/admin/summary';
import { formatCents } from '@/lib/core/money';
import type { Span } from '@/lib/creators/spans';

const charts: Array<[key: Exclude<keyof Summary['days'][number], 'day'>, tone: DaySeries['tone'], isMoney: boolean]> = [
  ['salesCents', 'club', true],
  ['orders', 'good', false],
  ['refundsCents', 'bad', true],
  ['newPeople', 'link', false],
  ['newMembers', 'club', false],
];

/** Totals, daily figures and payment methods of the shop. */
export async function ShopSummary({ span }: { span: Span }) {
  const [t, p, format, locale, summary] = await Promise.all([
    getTranslations('admin.summary'),
    getTranslations('payment'),
    getFormatter(),
    getLocale(),
    getSummary(span),
  ]);
  if (!summary) return <Notice tone="bad">{t('failed')}</Notice>;
  const series = charts.map(
    ([key, tone, isMoney]): DaySeries => ({
      label: t(key),
      tone,
      isMoney,
      days: summary.days.map((day) => ({ day: day.day, value: day[key] })),
    }),
  );
  // One coin is one cent.
  const most = Math.max(1, ...summary.methods.map(({ total }) => total));
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['views', 'members'] as const).map((key) => (
          <div key={key} className="rounded-card border border-line bg-surface p-5">
            <dt className="text-sm font-medium text-muted">{t(key)}</dt>
            <dd className="mt-2 font-display text-3xl font-bold tabular-nums">{format.number(summary[key])}</dd>
          </div>
        ))}
      </dl>
      <MoreClientMessages namespaces={['charts']}>
        <Charts series={series} />
      </MoreClientMessages>
      <section aria-labelledby="methods" className="rounded-card border border-line bg-surface p-5">
        <h3 id="methods" className="font-bold">
          {t('methods')}
        </h3>
        {summary.methods.length === 0 && <p className="mt-3 text-muted">{t('noPayments')}</p>}
        <ul className="mt-3 space-y-3">
          {summary.methods.map(({ method, payments, total }) => (
            <li key={method}>
              <p className="flex flex-wrap justify-between gap-x-4">
                <span>
                  <b>{p(`methods.${method}`)}</b> · {t('payments', { count: payments })}
                </span>
                <span className="font-semibold tabular-nums">
                  {method === 'uncoins' ? p('coins', { count: total }) : formatCents(total, locale)}
                </span>
              </p>
              <div aria-hidden className="mt-1 h-2 rounded-full bg-raised">
                <div className="h-2 rounded-full bg-link" style={{ width: `${(Math.max(total, 0) / most) * 100}%` }} />
              </div>
            </li>
          ))}
        </ul>
      </section>
      <p className="text-sm text-muted">{t('note')}</p>
    </div>
  );
}
