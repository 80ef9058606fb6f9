'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCents } from '@/lib/core/money';
import type { DaySeries } from './types';

/** Daily values as a table, for screen readers and for reading exact figures. */
function DayTable({ days, label, show }: Pick<DaySeries, 'days' | 'label'> & { show: (value: number) => string }) {
  const t = useTranslations('charts');
  const format = useFormatter();
  return (
    <details className="mt-2 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center text-muted hover:text-ink">
        {t('figures')}
        <span className="sr-only"> {label}</span>
      </summary>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, value }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal text-muted">
                {format.dateTime(new Date(day), 'day')}
              </th>
              <td className="py-1.5 text-right tabular-nums">{show(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const tick = { fill: 'var(--muted)', fontSize: 12 };

function DayChart({ label, tone, isMoney = false, days }: DaySeries) {
  const locale = useLocale();
  const format = useFormatter();
  const show = (value: number) => (isMoney ? formatCents(value, locale) : format.number(value));
  // Compact enough for the axis on a phone: 12 €, 2,5 €, 1,2 mil €.
  const showShort = (value: number) =>
    isMoney
      ? format.number(value / 100, {
          notation: 'compact',
          style: 'currency',
          currency: 'EUR',
          minimumFractionDigits: 0,
          maximumFractionDigits: 2,
        })
      : format.number(value, { notation: 'compact' });
  const values = days.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // A minimum scale, so that a few orders or cents do not fill the height.
  const fewest = isMoney ? 100 : 4;
  const total = days.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure className="min-w-0 rounded-card border border-line bg-surface p-4">
      <figcaption className="mb-3 flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium text-muted">{label}</span>
        <b className="font-display text-xl tabular-nums">{show(total)}</b>
      </figcaption>
      <div className="h-44" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            accessibilityLayer={false}
            data={days}
            barCategoryGap="18%"
            margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          >
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="day"
              tick={tick}
              tickLine={false}
              axisLine={false}
              minTickGap={20}
              tickFormatter={(day: string) => format.dateTime(new Date(day), { day: 'numeric', month: 'short' })}
            />
            <YAxis
              width={isMoney ? 60 : 40}
              allowDecimals={isMoney}
              domain={[least < 0 ? 'auto' : 0, most < fewest ? fewest : 'auto']}
              tick={tick}
              tickLine={false}
              axisLine={false}
              tickFormatter={showShort}
            />
            <Tooltip
              cursor={{ fill: 'var(--raised)' }}
              contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 12 }}
              labelStyle={{ color: 'var(--ink)' }}
              itemStyle={{ color: 'var(--ink)' }}
              labelFormatter={(day) => format.dateTime(new Date(String(day)), 'day')}
              formatter={(value) => [show(Number(value)), label]}
            />
            <Bar
              dataKey="value"
              fill={`var(--${tone})`}
              radius={[3, 3, 0, 0]}
              maxBarSize={32}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <DayTable days={days} label={label} show={show} />
    </figure>
  );
}

/** A bar chart per series: a bar per day, the total above and the figures below. */
export function DayCharts({ series }: { series: DaySeries[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      {series.map((item) => (
        <DayChart key={item.label} {...item} />
      ))}
    </div>
  );
}
