import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Exporters } from './exporters';
import { metrics } from './metrics';

/**
 * Measures event loop delay and memory.
 *
 * @returns stops it
 */
export function watchProcess({ gauge }: Exporters): () => void {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  gauge(metrics.lagMiddle, () => delays.percentile(50) / 1e9);
  gauge(metrics.lagHigh, () => {
    const high = delays.percentile(99) / 1e9;
    delays.reset();
    return high;
  });
  gauge(metrics.heap, () => process.memoryUsage().heapUsed);
  gauge(metrics.memory, () => process.memoryUsage.rss());
  return () => delays.disable();
}
