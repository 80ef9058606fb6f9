import { orderBody, paypalFor } from '@unstore/payment-simulator/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
vi.stubEnv('TRUSTED_PROXIES', '1');
vi.stubEnv('UNSTORE_PEER_SECRET', 'of-this-process');
vi.stubEnv('ADDRESS_LIMIT_FACTOR', '1');
const callPayPal = vi.hoisted(() => vi.fn());
vi.mock('@/lib/payments/paypal/client', async (original) => {
  const client = await original<typeof import('@/lib/payments/paypal/client')>();
  callPayPal.mockImplementation(client.callPayPal);
  return { ...client, callPayPal };
});
// Mocks Next.js's work after the response.
vi.mock('next/server', () => ({ after: () => undefined }));
vi.mock('@/lib/webhooks/take-event', () => ({ takeEvent: async () => 'entregado' }));
const { env } = await import('@/lib/core/env');
const { PayPalError } = await import('@/lib/payments/paypal/client');
const { webhookRoute } = await import('@/lib/webhooks/route');
const paypal = await paypalFor(all.url);

type Sent = { body: string; headers?: Record<string, string>; from?: string; peer?: string };
const send = ({ body, headers = {}, from, peer }: Sent) =>
  webhookRoute('paypal')(
    new Request('http://localhost:1/api/webhooks/paypal', {
      method: 'POST',
      body,
      headers: {
        ...headers,
        ...(from && { 'x-forwarded-for': from }),
        ...(peer && { 'x-peer-address': `of-this-process ${peer}` }),
      },
    }),
  );

/** A webhook as PayPal has sent it. */
async function genuine(): Promise<{ body: string; headers: Record<string, string> }> {
  const { body } = await paypal('POST', '/v2/checkout/orders', orderBody());
  await all.sim.paypal.approve(body.id);
  await all.sim.idle({ id: body.id });
  const received = all.shop.received.find(({ path, text }) => path === '/paypal' && text.includes(body.id));
  if (!received) throw new Error('no webhook of PayPal');
  const own = Object.entries(received.headers).filter(([name]) => name.startsWith('paypal-'));
  return { body: received.text, headers: Object.fromEntries(own) as Record<string, string> };
}
const { body, headers } = await genuine();
const forged = JSON.stringify({ ...JSON.parse(body), id: 'WH-forged' });
const statuses = async (sent: Sent, times: number) =>
  (await Promise.all(Array.from({ length: times }, () => send(sent)))).map(({ status }) => status);
const count = (list: number[], status: number) => list.filter((one) => one === status).length;

beforeEach(() => {
  callPayPal.mockClear();
});

test('verifications of PayPal webhooks are limited per address, without blocking others', async () => {
  const tried = await statuses({ body: forged, headers, from: '203.0.113.1' }, 80);
  expect([count(tried, 400), count(tried, 503), callPayPal.mock.calls.length]).toEqual([60, 20, 60]);
  expect(count(await statuses({ body: forged, headers, from: '203.0.113.1' }, 30), 429)).toBe(30);
  expect(callPayPal).toHaveBeenCalledTimes(60);
  expect((await send({ body, headers, from: '203.0.113.1' })).status).toBe(429);
  expect((await send({ body, headers, from: '203.0.113.2' })).status).toBe(200);
});

test('valid webhooks do not count for the limit, nor do those from an unknown address', async () => {
  for (const round of [1, 2, 3]) {
    expect(count(await statuses({ body, headers, from: '203.0.113.3' }, 50), 200), String(round)).toBe(50);
  }
  for (const round of [1, 2]) expect(count(await statuses({ body: forged, headers }, 50), 400), String(round)).toBe(50);
  expect((await send({ body, headers })).status).toBe(200);
});

test('valid webhooks do not count for the limit while PayPal does not respond', async () => {
  const sent = { body, headers, from: '203.0.113.4' };
  for (let at = 0; at < 60; at += 1) callPayPal.mockRejectedValueOnce(new PayPalError(0, 'timeout'));
  expect(count(await statuses(sent, 60), 500)).toBe(60);
  expect((await send(sent)).status).toBe(200);
});

test('some of many concurrent valid webhooks are deferred, and accepted later', async () => {
  const sent = { body, headers, from: '203.0.113.5' };
  const tried = await statuses(sent, 120);
  expect([count(tried, 200), count(tried, 503)]).toEqual([60, 60]);
  expect((await send(sent)).status).toBe(200);
});

test('a deferred webhook gets a retry delay in seconds', async () => {
  const sent = { body: forged, headers, from: '203.0.113.6' };
  const answers = await Promise.all(Array.from({ length: 61 }, () => send(sent)));
  expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('15');
});

test('webhooks from the networks of one site are deferred together', async () => {
  const sites = Array.from({ length: 90 }, (_, at) => `2001:db8:7:${at}::1`);
  const tried = await Promise.all(sites.map((from) => send({ body: forged, headers, from })));
  expect(
    count(
      tried.map(({ status }) => status),
      503,
    ),
  ).toBe(30);
});

describe('without a trusted proxy', () => {
  beforeEach(() => {
    env().TRUSTED_PROXIES = 0;
    return () => {
      env().TRUSTED_PROXIES = 1;
    };
  });

  test.each([
    ['a proxy on the same machine', { peer: '127.0.0.1' }],
    ['a proxy in the same network', { peer: '10.0.0.7' }],
    ['a proxy with an IPv6 address', { peer: 'fd00::7' }],
    ['an external proxy that forwards the address', { peer: '198.51.100.8', from: '203.0.113.9' }],
  ])('an attacker does not block PayPal behind %s', async (_what, by) => {
    for (const round of [1, 2]) {
      expect(count(await statuses({ body: forged, headers, ...by }, 50), 400), String(round)).toBe(50);
    }
    expect((await send({ body, headers, ...by })).status).toBe(200);
    expect(count(await statuses({ body: forged, headers, ...by }, 70), 503)).toBe(10);
  });

  test('a request from the internet without a proxy counts for the limit', async () => {
    // Next.js writes the remote address of a connection there.
    const stranger = { peer: '198.51.100.9', from: '::ffff:198.51.100.9' };
    expect(count(await statuses({ body: forged, headers, ...stranger }, 60), 400)).toBe(60);
    expect((await send({ body: forged, headers, ...stranger })).status).toBe(429);
    expect((await send({ body, headers, peer: '198.51.100.10' })).status).toBe(200);
  });
});

test.each([
  [
    'a certificate of another site',
    { 'paypal-cert-url': 'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1' },
  ],
  ['a certificate over http', { 'paypal-cert-url': 'http://api.paypal.com/v1/notifications/certs/CERT-1' }],
  ['a certificate without an address', { 'paypal-cert-url': 'CERT-1' }],
  ['no certificate', { 'paypal-cert-url': '' }],
  ['no time', { 'paypal-transmission-time': 'ayer' }],
  ['no id', { 'paypal-transmission-id': '' }],
  ['a signature of excessive length', { 'paypal-transmission-sig': 'x'.repeat(501) }],
  ['no signature', { 'paypal-transmission-sig': '' }],
  ['an algorithm that is a sentence', { 'paypal-auth-algo': 'SHA256 with RSA' }],
])('PayPal does not verify a webhook with %s', async (_what, change) => {
  expect((await send({ body, headers: { ...headers, ...change } })).status).toBe(400);
  expect(callPayPal).not.toHaveBeenCalled();
});

test('PayPal does not verify a webhook nested too deeply to serialise', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const nested = body.replace('"resource":{', `"resource":{"deep":${deep},`);
  expect(nested.length).toBeGreaterThan(100_000);
  expect((await send({ body: nested, headers })).status).toBe(400);
  expect(callPayPal).not.toHaveBeenCalled();
});

test('PayPal verifies a webhook with a certificate of its own', async () => {
  const change = { 'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1' };
  expect((await send({ body, headers: { ...headers, ...change } })).status).toBe(400);
  expect(callPayPal).toHaveBeenCalledTimes(1);
});

test.each(['stripe', 'paypal'] as const)('a body of a megabyte from %s is not read in full', async (provider) => {
  let sent = 0;
  const long = new ReadableStream({
    pull(controller) {
      sent += 10_000;
      controller.enqueue(new Uint8Array(10_000).fill(32));
      if (sent >= 1_000_000) controller.close();
    },
  });
  const request = new Request('http://localhost:1/', {
    method: 'POST',
    body: long,
    headers,
    duplex: 'half',
  } as RequestInit);
  expect((await webhookRoute(provider)(request)).status).toBe(413);
  expect(sent).toBeLessThan(400_000);
});
