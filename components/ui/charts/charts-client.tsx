'use client';

import { onDemand } from '@/components/ui/on-demand';
import { Skeleton } from '@/components/ui/skeleton';

/**
 * The charts load after the figures, because their library is large and they need the size of the screen. Whoever shows
 * them ships the messages `charts`.
 */
export const Charts = onDemand(
  () => import('./day-charts-client').then((module) => module.DayCharts),
  <Skeleton className="h-80" />,
);
