import { expect } from '@playwright/test';
import { findAnyPorts } from '@unstore/processes';
import type { Shop as Node } from '../../local/shop/shop.ts';
import { type Span, startReceiver } from '../unit/telemetry/receiver.ts';
import { openShop, type Shop, test } from './support/http.ts';
import { createPerson, type Person } from './support/people.ts';
import { serveStandalone } from './support/standalone.ts';

// The tests share one node, and the third one reads what the second one had it log.
test.describe.configure({ mode: 'serial' });

const lines: string[] = [];
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let node: Node;
let person: Person;
let member: Shop | undefined;

test.beforeAll(async () => {
  receiver = await startReceiver();
  const { shop: port } = await findAnyPorts('shop');
  const environment = {
    TRUSTED_PROXIES: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_METRIC_EXPORT_INTERVAL: '2000',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  // As an image runs it: everything that the server imports must be in the folder of the build.
  node = await serveStandalone(port, environment, (line) => void lines.push(line));
  // Requests during the start have no id yet.
  await expect.poll(async () => (await ask('/api/status')).headers.get('x-request-id')).not.toBeNull();
  person = await createPerson();
  member = await openShop(person, undefined, node.url);
});

test.afterAll(async () => {
  await member?.dispose();
  await node?.stop();
  await receiver?.stop();
});

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${node.url}${path}`, { headers, redirect: 'manual' });
  await answer.text();
  return answer;
};

/** The spans of a request, once its own, which ends last, has come. */
async function traceOf(id: string): Promise<Span[]> {
  const root = () => receiver.spans.find(({ attributes }) => attributes['unstore.request_id'] === id);
  await expect.poll(root).toBeDefined();
  return receiver.spans.filter(({ trace }) => trace === root()?.trace);
}

test('a request of a personal page is one trace including its database calls', async () => {
  const answer = await member?.get('/profile/orders?from=a-secret-word', {
    headers: { 'x-request-id': 'journey-page-1' },
  });
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['x-request-id']).toBe('journey-page-1');
  const names = (await traceOf('journey-page-1')).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['GET /[locale]/profile/orders', 'rest quien_soy']));
});

test('a job is one trace including its tasks, the providers and the database', async () => {
  const headers = { authorization: `Bearer ${process.env.CRON_SECRET}`, 'x-request-id': 'journey-job-1' };
  expect((await ask('/api/cron', headers)).status).toBe(200);
  const names = (await traceOf('journey-job-1')).map(({ name }) => name);
  const expected = ['GET /api/cron', 'job eventos', 'stripe GET /v1/events', 'job correos', 'rest tomar_correos'];
  expect(names).toEqual(expect.arrayContaining(expected));
});

test('every log line of a request contains its request id and trace id', async () => {
  const line = lines.find((text) => text.includes('maintenance job'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    requestId: 'journey-job-1',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('each visit of a cached page gets its own request id, and a hostile id is not echoed', async () => {
  const ids = await Promise.all(
    ['', '', '<script>alert(1)</script>'].map(async (id) => {
      const answer = await ask('/p/fragua-arcana', id ? { 'x-request-id': id } : {});
      expect(answer.status).toBe(200);
      expect(answer.headers.get('server-timing')).toContain(answer.headers.get('x-request-id') ?? 'none');
      return answer.headers.get('x-request-id');
    }),
  );
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(3);
});

test('requests are counted by route, and exported telemetry contains no secrets or personal data', async () => {
  const routes = () =>
    receiver.points
      .filter(({ name }) => name === 'http.server.request.duration')
      .map(({ labels }) => labels['http.route']);
  await expect.poll(routes).toContain('/[locale]/p/[slug]');
  for (const secret of [
    'a-secret-word',
    'fragua-arcana',
    person.email,
    process.env.CRON_SECRET ?? '',
    process.env.SUPABASE_SECRET_KEY ?? '',
  ]) {
    expect(secret.length).toBeGreaterThan(5);
    expect(receiver.all()).not.toContain(secret);
  }
});
