'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { CreatorDay } from '@/lib/creators/types';
import { formatCents } from '@/lib/money';

type Series = { key: 'views' | 'orders' | 'revenueCents'; color: string };

const series: Series[] = [
  { key: 'views', color: 'var(--link)' },
  { key: 'orders', color: 'var(--good)' },
  { key: 'revenueCents', color: 'var(--club)' },
];

function DayChart({ days, item }: { days: CreatorDay[]; item: Series }) {
  const t = useTranslations('dashboard.chart');
  const locale = useLocale();
  const format = useFormatter();
  const show = (value: number) => (item.key === 'revenueCents' ? formatCents(value, locale) : format.number(value));
  const total = days.reduce((sum, day) => sum + day[item.key], 0);
  return (
    <figure className="rounded-card border border-line bg-surface p-4">
      <figcaption className="mb-3 flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium text-muted">{t(item.key)}</span>
        <b className="font-display text-xl tabular-nums">{show(total)}</b>
      </figcaption>
      <div className="h-44" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart accessibilityLayer={false} data={days} margin={{ top: 4, right: 0, bottom: 0, left: 0 }}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="day"
              tick={{ fill: 'var(--muted)', fontSize: 12 }}
              tickLine={false}
              axisLine={false}
              minTickGap={28}
              tickFormatter={(day: string) => format.dateTime(new Date(day), { day: 'numeric', month: 'short' })}
            />
            <YAxis
              width={44}
              allowDecimals={item.key === 'revenueCents'}
              tick={{ fill: 'var(--muted)', fontSize: 12 }}
              tickLine={false}
              axisLine={false}
              tickFormatter={(value: number) => (item.key === 'revenueCents' ? String(value / 100) : String(value))}
            />
            <Tooltip
              contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 12 }}
              labelStyle={{ color: 'var(--ink)' }}
              itemStyle={{ color: 'var(--ink)' }}
              labelFormatter={(day) => format.dateTime(new Date(String(day)), 'day')}
              formatter={(value) => [show(Number(value)), t(item.key)]}
            />
            <Area
              type="monotone"
              dataKey={item.key}
              stroke={item.color}
              fill={item.color}
              fillOpacity={0.18}
              strokeWidth={2}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}

/** Views, orders and revenue by day. The figures above each chart say the same to who cannot see it. */
export function DayCharts({ days }: { days: CreatorDay[] }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {series.map((item) => (
        <DayChart key={item.key} days={days} item={item} />
      ))}
    </div>
  );
}
