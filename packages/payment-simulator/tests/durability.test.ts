import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { simulator } from '../src/client.ts';
import { checkout, keys, startShop, stripeFor } from '../src/testing.ts';

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
let dataDir: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'payments-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start(port: number): Promise<string> {
  child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PAYMENTS_PORT: String(port),
      PAYMENTS_DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: keys.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
      PAYPAL_CLIENT_ID: keys.paypalClientId,
      PAYPAL_CLIENT_SECRET: keys.paypalClientSecret,
      PAYPAL_WEBHOOK_ID: keys.paypalWebhookId,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? process.stdin, 'data')) as [Buffer];
  return line.toString().trim().replace('payments ', '');
}

it('the simulator keeps payments and undelivered webhooks after kill -9', async () => {
  const port = await freePort();
  const url = await start(port);
  const stripe = stripeFor(url);
  const sim = simulator(url);
  const session = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'survives' });
  await sim.stripe.pay(session.id);
  child?.kill('SIGKILL');
  await once(child as ChildProcess, 'exit');

  await start(port);
  const shop = await startShop();
  try {
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    expect((await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'survives' })).id).toBe(session.id);
    expect(shop.received).toEqual([]);
    await sim.setWebhookUrls({ stripe: `${shop.url}/stripe` });
    await sim.idle({ id: session.id });
    expect(shop.received.map((webhook) => webhook.body.type).sort()).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);
  } finally {
    await shop.stop();
  }
});

it('the simulator names a missing variable at its start', async () => {
  const failing = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  failing.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [code] = await once(failing, 'close');
  expect(code).toBe(1);
  expect(text).toContain('STRIPE_SECRET_KEY');
});
