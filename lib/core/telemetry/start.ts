import { openExporters } from './exporters';
import { watchProcess } from './watch-process';
import { watchRequests } from './watch-requests';
import { watchSupabase } from './watch-supabase';
import { watchWork } from './watch-work';

/**
 * Exports traces and metrics to `OTEL_EXPORTER_OTLP_ENDPOINT` by OTLP over HTTP (docs/operations.md).
 *
 * @param supabaseUrl whose calls are traced
 * @returns flushes and stops
 */
export function startTelemetry(supabaseUrl: string): () => Promise<void> {
  const exporters = openExporters();
  const leaveProcess = watchProcess(exporters);
  watchRequests(exporters);
  watchSupabase(exporters, supabaseUrl);
  const leaveWork = watchWork(exporters);
  const end = async () => {
    leaveWork();
    leaveProcess();
    await exporters.shutdown();
  };
  // Flushes while the server finishes its last requests.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end().catch(() => undefined));
  return end;
}
