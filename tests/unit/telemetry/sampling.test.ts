import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trace } from '@opentelemetry/api';
import { expect, it, vi } from 'vitest';
import { startTelemetry } from '@/lib/core/telemetry/start';
import { startReceiver } from './receiver.ts';

it('requests with unsampled traces are counted by route', async () => {
  const receiver = await startReceiver();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
  vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', '0');
  const end = startTelemetry('http://127.0.0.1:1');
  const shop = createServer((_, response) => {
    trace.getActiveSpan()?.setAttribute('http.route', '/[locale]/plugins');
    response.end('ok');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const { port } = shop.address() as AddressInfo;
  await new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, (answer) => answer.resume().on('end', resolve)).on('error', reject);
  });
  await end();
  shop.close();
  expect(receiver.spans).toEqual([]);
  expect(receiver.points).toContainEqual({
    name: 'http.server.request.duration',
    labels: { 'http.route': '/[locale]/plugins', 'http.request.method': 'GET', 'http.response.status_code': 200 },
  });
  await receiver.stop();
  vi.unstubAllEnvs();
});
