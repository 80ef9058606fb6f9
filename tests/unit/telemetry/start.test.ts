import { request as call, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noteRequests } from '@/lib/core/request/note-requests';
import { metrics } from '@/lib/core/telemetry/metrics';
import { countPayment, countWebhook, observe, traceId } from '@/lib/core/telemetry/observe';
import { stubEnvironment } from '../environment.ts';
import { startReceiver } from './receiver.ts';

/** Values that no span or metric may contain, from any part of a request. */
const secrets = {
  mail: 'ana.secret@gmail.com',
  token: 'eyJhbGciOiJIUzI1NiJ9.secret',
  search: 'something-typed-in',
  session: 'cs_test_a1SecretSession',
  name: 'SecretCreator',
  id: '4d0ff6f2-1b1e-4b57-9c53-7a1f6c1c0de1',
  problem: 'what the provider said of ana',
};

const listen = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Supabase and the providers: they answer as much as the shop needs to go on. */
const services = createServer((request, response) => {
  request.resume();
  const isRefused = request.url?.includes('/v1/refunds') ?? false;
  const answer = isRefused
    ? { error: { type: 'invalid_request_error', message: secrets.problem } }
    : { id: secrets.session, data: [] };
  response.writeHead(isRefused ? 402 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
let page: () => Promise<void> = async () => {};
const traces: Array<string | undefined> = [];
const shop = createServer(async (_, response) => {
  const { trace } = await import('@opentelemetry/api');
  traces.push(traceId());
  // As Next.js does for a rendered page.
  trace.getActiveSpan()?.setAttribute('http.route', '/[locale]/p/[slug]');
  await trace.getTracer('next.js').startActiveSpan('GET', async (span) => {
    const address = `/es/account/${secrets.name}?q=${secrets.search}`;
    span.setAttributes({ 'next.span_type': 'BaseServer.handleRequest', 'http.target': address, 'next.route': address });
    span.recordException(new Error(secrets.problem));
    await page();
    span.end();
  });
  response.end('ok');
});

const receiver = await startReceiver();
let end: () => Promise<void>;
let shopUrl: string;

beforeAll(async () => {
  const url = await listen(services);
  shopUrl = await listen(shop);
  stubEnvironment();
  vi.stubEnv('SUPABASE_URL', url);
  vi.stubEnv('STRIPE_API_URL', url);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
  noteRequests(1);
  const { startTelemetry } = await import('@/lib/core/telemetry/start');
  end = startTelemetry(url);
});
afterAll(async () => {
  for (const server of [services, shop]) server.close();
  await receiver.stop();
  vi.unstubAllEnvs();
});

const visit = (path: string, headers: Record<string, string>) =>
  new Promise<void>((resolve, reject) => {
    call(`${shopUrl}${path}`, { headers }, (answer) => answer.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });

it('a page with its calls, and a job, are one trace each without personal data', async () => {
  const { callSupabase } = await import('@/lib/core/supabase/calls');
  const { stripe } = await import('@/lib/payments/stripe/client');
  page = async () => {
    const headers = { authorization: `Bearer ${secrets.token}` };
    await (
      await callSupabase(`${process.env.SUPABASE_URL}/rest/v1/rpc/quien_soy?email=eq.${secrets.mail}`, { headers })
    ).text();
    await (await callSupabase(`${process.env.SUPABASE_URL}/rest/v1/productos?nombre=eq.${secrets.search}`)).text();
    await (
      await callSupabase(`${process.env.SUPABASE_URL}/storage/v1/object/sign/descargas/${secrets.id}/x.zip`)
    ).text();
    await stripe().checkout.sessions.retrieve(secrets.session);
    await stripe()
      .refunds.retrieve(secrets.id)
      .catch(() => undefined);
    await observe({ kind: 'job', chore: 'correos' }, async () => {
      await observe({ kind: 'provider', provider: 'mail', call: 'send' }, async () => {
        throw new Error(`550 ${secrets.mail}`);
      });
    }).catch(() => undefined);
    countPayment('stripe', 'delivered');
    countWebhook('stripe', 'taken');
  };
  await visit(`/p/x?q=${secrets.search}`, {
    cookie: `sb=${secrets.token}`,
    'x-request-id': 'edge-3f6c1a2b',
    traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
  });
  await end();

  const { spans, points } = receiver;
  const named = (name: string) => {
    const found = spans.find((span) => span.name === name);
    expect(found, `${name} in ${spans.map((span) => span.name).join(', ')}`).toBeDefined();
    return found as NonNullable<typeof found>;
  };
  const root = named('GET /[locale]/p/[slug]');
  const next = named('BaseServer.handleRequest /[locale]/*');
  expect(root.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.route': '/[locale]/p/[slug]',
    'unstore.request_id': 'edge-3f6c1a2b',
  });
  expect(next.parent).toBe(root.id);
  for (const name of [
    'rest quien_soy',
    'rest GET productos',
    'storage GET /object/sign',
    'stripe GET /v1/checkout/sessions/*',
  ]) {
    expect(named(name).parent, name).toBe(next.id);
  }
  expect(named('stripe GET /v1/refunds/*').attributes.outcome).toBe('refused');
  expect(named('mail send').parent).toBe(named('job correos').id);
  expect(named('job correos').attributes.outcome).toBe('failed');
  // The services of this test are servers of the same process, and create their own spans.
  const others = spans.filter(({ trace }) => trace !== root.trace).map(({ name }) => name.split(' ')[1]);
  expect([...new Set(others)]).toEqual(['gates']);
  expect(root.trace, 'a visitor does not choose the trace').not.toMatch(/^1+$/);
  expect(traces).toEqual([root.trace]);

  for (const [what, secret] of Object.entries(secrets)) expect(receiver.all(), what).not.toContain(secret);

  const exported = new Map(
    Object.values(metrics).map(({ name, labels }) => [name as string, labels as readonly string[]]),
  );
  expect(new Set(points.map(({ name }) => name))).toEqual(new Set(exported.keys()));
  for (const { name, labels } of points)
    expect(Object.keys(labels).sort(), name).toEqual([...(exported.get(name) ?? [])].sort());
});
