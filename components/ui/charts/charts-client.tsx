'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import type { DaySeries } from './types';

const DayCharts = dynamic(() => import('./day-charts-client').then((module) => module.DayCharts), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

/**
 * The charts load after the figures, because their library is large and they need the size of the screen. Whoever shows
 * them ships the messages `charts`.
 */
export function Charts({ series }: { series: DaySeries[] }) {
  return <DayCharts series={series} />;
}
