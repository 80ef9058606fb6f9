'use client';

import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';

/**
 * Charts load after the figures, because their library is large and needs the screen's size. Parents must send the
 * messages `charts`.
 */
export const Charts = onDemand(
  () => import('./day-charts-client').then((module) => module.DayCharts),
  <Skeleton className="h-80" />,
);
