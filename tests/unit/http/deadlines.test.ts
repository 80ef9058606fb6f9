import { createServer as createWebServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseStoragePath } from '@/lib/storage/path';
import { stubEnvironment } from '../environment.ts';

/** Milliseconds, in place of the seconds that people wait. */
const short = 150;

vi.mock('@/lib/core/http/deadlines', async (load) => {
  const real = await load<typeof import('@/lib/core/http/deadlines')>();
  return { ...real, deadlines: Object.fromEntries(Object.keys(real.deadlines).map((name) => [name, short])) };
});

/** A service that accepts requests and never responds. */
let asked = 0;
const sockets = new Set<Socket>();
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('data', (bytes) => {
    if (/^[A-Z]+ \//.test(bytes.toString())) asked += 1;
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  stubEnvironment();
  for (const name of ['SUPABASE_URL', 'STRIPE_API_URL', 'PAYPAL_API_URL']) vi.stubEnv(name, url);
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  vi.unstubAllEnvs();
});

const session = { getAll: () => [], setAll: () => {} };

const calls: Record<string, () => Promise<unknown>> = {
  'public data': async () => {
    const { createPublicClient } = await import('@/lib/core/supabase/server');
    const { error, status } = await createPublicClient().from('productos').select('id');
    return { error: error !== null, status };
  },
  jobs: async () => {
    const { createAdminClient } = await import('@/lib/core/supabase/admin');
    const { error, status } = await createAdminClient().from('correos').select('id');
    return { error: error !== null, status };
  },
  'a person': async () => {
    const { createSessionClient } = await import('@/lib/core/supabase/session');
    const { error, status } = await createSessionClient(session).from('pagos').select('id');
    return { error: error !== null, status };
  },
  'signing in': async () => {
    const { createSessionClient } = await import('@/lib/core/supabase/session');
    const { error } = await createSessionClient(session).auth.signInWithPassword({
      email: 'a@gmail.com',
      password: 'x',
    });
    return { error: error !== null, status: error?.status };
  },
  files: async () => {
    const { createSessionClient } = await import('@/lib/core/supabase/session');
    const { error } = await createSessionClient(session).storage.from('descargas').createSignedUrl('a', 60);
    return { error: error !== null, status: 0 };
  },
};

it.each(Object.keys(calls))('%s: a hanging service times out, once', async (name) => {
  asked = 0;
  expect(await calls[name]?.()).toEqual({ error: true, status: 0 });
  expect(asked).toBe(1);
});

it('a picture without a first byte times out', async () => {
  const { fetchPublic } = await import('@/lib/storage/server');
  const path = parseStoragePath('portadas/usuarios/00000000-0000-4000-8000-000000000001/1-a.webp');
  if (!path) throw new Error('no path');
  await expect(fetchPublic(path)).rejects.toThrow(/abort/i);
});

it('Stripe times out after one retry, with an unknown outcome', async () => {
  const { isStripeError, stripe } = await import('@/lib/payments/stripe/client');
  const problem = await stripe()
    .events.list({ limit: 1 })
    .catch((error: unknown) => error);
  expect(isStripeError(problem)).toBe(true);
  expect(problem).toMatchObject({ type: 'StripeConnectionError' });
});

it('PayPal times out, with an unknown outcome', async () => {
  const { callPayPal, PayPalError } = await import('@/lib/payments/paypal/client');
  const problem = await callPayPal({ method: 'GET', path: '/v2/checkout/orders/1' }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(PayPalError);
  expect(problem).toMatchObject({ status: 0, isRefusal: false });
});

it('a slow response is not aborted once it has started', async () => {
  const { fetchHead } = await import('@/lib/core/http/deadlines');
  let finish = () => {};
  const slow = createWebServer((_request, response) => {
    response.write('first ');
    finish = () => response.end('last');
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const address = slow.address();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const response = await fetchHead(short, `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  vi.advanceTimersByTime(short * 3);
  vi.useRealTimers();
  finish();
  expect(await response.text()).toBe('first last');
  slow.close();
});
