import { checkout, orderBody, paypalFor, type Received } from '@unstore/payment-simulator/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openSimulator } from './simulator.ts';

const all = await openSimulator();
vi.stubEnv('TRUSTED_PROXIES', '1');
vi.stubEnv('ADDRESS_LIMIT_FACTOR', '1');
vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_of_another_endpoint');
vi.stubEnv('PAYPAL_WEBHOOK_ID', 'OFANOTHERENDPOINT');
const [opened, afterwards, counted] = vi.hoisted(() => [
  vi.fn(),
  [] as Array<() => Promise<void>>,
  [] as Array<[string, string]>,
]);
vi.mock('next/server', () => ({ after: (work: () => Promise<void>) => void afterwards.push(work) }));
vi.mock('@/lib/core/supabase/admin', () => ({
  createAdminClient: () => ({
    rpc: async (name: string, given: object) => {
      opened(name, given);
      return { data: null, error: null };
    },
  }),
}));
vi.mock('@/lib/core/telemetry/observe', async (original) => ({
  ...(await original<object>()),
  countWebhook: (provider: string, outcome: string) => void counted.push([provider, outcome]),
}));
const { pageProvider } = await import('@/lib/payments/providers');
const { webhookRoute } = await import('@/lib/webhooks/route');
const paypal = await paypalFor(all.url);

type Name = 'stripe' | 'paypal';
const paid = {
  async stripe(): Promise<string> {
    const { id } = await all.stripe.checkout.sessions.create(checkout());
    await all.sim.stripe.pay(id);
    return id;
  },
  async paypal(): Promise<string> {
    const { body } = await paypal('POST', '/v2/checkout/orders', orderBody());
    await all.sim.paypal.approve(body.id);
    return body.id;
  },
};

/** A webhook as its provider has sent it. */
async function receive(provider: Name): Promise<Received> {
  const id = await paid[provider]();
  await all.sim.idle({ id });
  const received = all.shop.received.find(({ path, text }) => path === `/${provider}` && text.includes(id));
  if (!received) throw new Error(`no webhook of ${provider}`);
  return received;
}

let networks = 0;

/** Sends webhooks from addresses of a network that has sent none before. */
function sender(provider: Name) {
  networks += 1;
  const network = `198.51.${networks}`;
  return async (text: string, headers: object, host = 1) => {
    const sent = { ...headers, 'x-forwarded-for': `${network}.${host}` };
    const request = new Request('http://localhost:1/', { method: 'POST', body: text, headers: sent });
    const { status } = await webhookRoute(provider)(request);
    for (const work of afterwards.splice(0)) await work();
    return status;
  };
}

beforeEach(() => {
  opened.mockReset();
  counted.length = 0;
});

describe.each(['stripe', 'paypal'] as const)('with the secret of %s of another endpoint', (provider) => {
  test('a genuine webhook opens a case and is counted, but not a forged one', async () => {
    const [send, { text, headers, body }] = [sender(provider), await receive(provider)];
    expect(await send(JSON.stringify({ ...body, id: 'evt_forged' }), headers)).toBe(400);
    expect(await send(JSON.stringify({ ...body, id: 'WH-FORGED-1' }), headers)).toBe(400);
    expect(await send(JSON.stringify({ ...body, id: '../orders/1' }), headers)).toBe(400);
    expect(await send('no JSON', headers)).toBe(400);
    expect([opened.mock.calls, new Set(counted.map(([, outcome]) => outcome))]).toEqual([[], new Set(['forged'])]);
    expect(await send(text, headers)).toBe(400);
    const today = new Date().toISOString().slice(0, 10);
    expect(opened.mock.calls).toEqual([
      [
        'abrir_caso',
        {
          p_tipo: 'webhook_sin_firma_valida',
          p_clave: `firma:${provider}:${today}`,
          p_pago: null,
          p_datos: { proveedor: provider, evento: body.id },
        },
      ],
    ]);
    expect(counted.at(-1)).toEqual([provider, 'refused']);
  });

  test('an attacker causes few provider requests, and hides no genuine webhook', async () => {
    const [send, { text, headers, body }] = [sender(provider), await receive(provider)];
    const asked = vi.spyOn(pageProvider[provider], 'hasSent');
    for (let at = 0; at < 30; at += 1) await send(JSON.stringify({ ...body, id: `evt_${at}` }), headers);
    expect(asked).toHaveBeenCalledTimes(10);
    await send(text, headers, 2);
    expect(opened).toHaveBeenCalledTimes(1);
  });
});
