import { hostname } from 'node:os';
import { expect, it, vi } from 'vitest';
import { startReceiver } from './receiver.ts';

it('two nodes with equal addresses and process ids are distinguished', async () => {
  const receiver = await startReceiver();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
  // As in two containers: HOSTNAME is the address to listen on, and the server is process 1.
  vi.stubEnv('HOSTNAME', '0.0.0.0');
  const { pid } = process;
  Object.defineProperty(process, 'pid', { value: 1, configurable: true });
  for (let node = 0; node < 2; node += 1) {
    vi.resetModules();
    const { startTelemetry } = await import('@/lib/core/telemetry/start');
    await startTelemetry('http://127.0.0.1:1')();
  }
  Object.defineProperty(process, 'pid', { value: pid, configurable: true });
  const ids = new Set(receiver.senders.map((sender) => String(sender['service.instance.id'])));
  expect(ids.size).toBe(2);
  for (const id of ids) expect(id).toContain(hostname());
  await receiver.stop();
  vi.unstubAllEnvs();
});
