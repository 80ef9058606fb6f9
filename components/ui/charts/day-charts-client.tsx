'use client';

import { useFormatter, useLocale } from 'next-intl';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCents } from '@/lib/core/money';
import type { DaySeries } from './types';

function DayChart({ label, tone, isMoney = false, days }: DaySeries) {
  const locale = useLocale();
  const format = useFormatter();
  const show = (value: number) => (isMoney ? formatCents(value, locale) : format.number(value));
  const total = days.reduce((sum, { value }) => sum + value, 0);
  return (
    <figure className="rounded-card border border-line bg-surface p-4">
      <figcaption className="mb-3 flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium text-muted">{label}</span>
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
              allowDecimals={isMoney}
              domain={[0, (most: number) => Math.max(most, isMoney ? 100 : 4)]}
              tick={{ fill: 'var(--muted)', fontSize: 12 }}
              tickLine={false}
              axisLine={false}
              tickFormatter={(value: number) => (isMoney ? String(value / 100) : String(value))}
            />
            <Tooltip
              contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 12 }}
              labelStyle={{ color: 'var(--ink)' }}
              itemStyle={{ color: 'var(--ink)' }}
              labelFormatter={(day) => format.dateTime(new Date(String(day)), 'day')}
              formatter={(value) => [show(Number(value)), label]}
            />
            <Area
              type="monotone"
              dataKey="value"
              stroke={`var(--${tone})`}
              fill={`var(--${tone})`}
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

/** A chart for each series, with its sum above it for people who cannot see the curves. */
export function DayCharts({ series }: { series: DaySeries[] }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {series.map((item) => (
        <DayChart key={item.label} {...item} />
      ))}
    </div>
  );
}
