import { beforeEach, expect, test, vi } from 'vitest';
import { orderBody, paypalFor } from '../local-payments/setup.ts';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
vi.stubEnv('TRUSTED_PROXIES', '1');
vi.stubEnv('ADDRESS_LIMIT_FACTOR', '1');
const callPayPal = vi.hoisted(() => vi.fn());
vi.mock('@/lib/payments/paypal/client', async (original) => {
  const client = await original<typeof import('@/lib/payments/paypal/client')>();
  callPayPal.mockImplementation(client.callPayPal);
  return { ...client, callPayPal };
});
vi.mock('@/lib/webhooks/take-event', () => ({ takeEvent: async () => 'entregado' }));
const { webhookRoute } = await import('@/lib/webhooks/route');
const paypal = await paypalFor(all.url);

type Sent = { body: string; headers?: Record<string, string>; from?: string };
const send = ({ body, headers = {}, from }: Sent) =>
  webhookRoute('paypal')(
    new Request('http://localhost:1/api/webhooks/paypal', {
      method: 'POST',
      body,
      headers: { ...headers, ...(from && { 'x-forwarded-for': from }) },
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

test('an address has PayPal asked about so many forged ones, and no other is shut out', async () => {
  const tried = await statuses({ body: forged, headers, from: '203.0.113.1' }, 80);
  expect([count(tried, 400), count(tried, 429), callPayPal.mock.calls.length]).toEqual([60, 20, 60]);
  expect((await send({ body, headers, from: '203.0.113.1' })).status).toBe(429);
  expect((await send({ body, headers, from: '203.0.113.2' })).status).toBe(200);
});

test('right ones are not counted, nor is whoever has no known address', async () => {
  for (const round of [1, 2, 3]) {
    expect(count(await statuses({ body, headers, from: '203.0.113.3' }, 50), 200), String(round)).toBe(50);
  }
  expect(count(await statuses({ body: forged, headers }, 70), 400)).toBe(70);
  expect((await send({ body, headers })).status).toBe(200);
});

test.each([
  [
    'a certificate from elsewhere',
    { 'paypal-cert-url': 'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1' },
  ],
  ['a certificate without a lock', { 'paypal-cert-url': 'http://api.paypal.com/v1/notifications/certs/CERT-1' }],
  ['a certificate that is no address', { 'paypal-cert-url': 'CERT-1' }],
  ['no certificate', { 'paypal-cert-url': '' }],
  ['no time', { 'paypal-transmission-time': 'ayer' }],
  ['no id', { 'paypal-transmission-id': '' }],
  ['a signature of any length', { 'paypal-transmission-sig': 'x'.repeat(501) }],
  ['no signature', { 'paypal-transmission-sig': '' }],
  ['an algorithm that is a sentence', { 'paypal-auth-algo': 'SHA256 with RSA' }],
])('PayPal is not asked about one with %s', async (_what, change) => {
  expect((await send({ body, headers: { ...headers, ...change } })).status).toBe(400);
  expect(callPayPal).not.toHaveBeenCalled();
});

test('PayPal is asked about one with a certificate of its own', async () => {
  const change = { 'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1' };
  expect((await send({ body, headers: { ...headers, ...change } })).status).toBe(400);
  expect(callPayPal).toHaveBeenCalledTimes(1);
});

test.each(['stripe', 'paypal'] as const)(
  'a body of a megabyte is not read to its end, from %s either',
  async (provider) => {
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
  },
);
