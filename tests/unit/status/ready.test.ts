import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());

const pings = vi.hoisted(() => ({ stripe: vi.fn(async () => true), paypal: vi.fn(async () => true) }));
vi.mock('@/lib/payments/providers', () => ({
  pageProvider: { stripe: { ping: pings.stripe }, paypal: { ping: pings.paypal } },
}));

const down = new Set<string>();
let isClosed = false;
const asked = vi.fn();
vi.stubGlobal('fetch', async (input: string | URL | Request) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  asked(pathname);
  const [, service = ''] = pathname.split('/');
  if (down.has(service)) throw new TypeError('fetch failed');
  return Response.json({ id: 1, mantenimiento: isClosed, status_down: false });
});

/** A server that has just been started. */
async function start() {
  vi.resetModules();
  return (await import('@/lib/status/health')).getReadiness;
}

beforeEach(() => {
  down.clear();
  isClosed = false;
  for (const counted of [asked, pings.stripe, pings.paypal]) counted.mockClear();
  pings.stripe.mockResolvedValue(true);
  pings.paypal.mockResolvedValue(true);
});

it('a shop with available services is ready, and a hundred requests cost one check per service', async () => {
  const getReadiness = await start();
  const answers = await Promise.all(Array.from({ length: 100 }, () => getReadiness()));
  expect(new Set(answers.map(({ ok }) => ok))).toEqual(new Set([true]));
  await getReadiness();
  expect(asked.mock.calls.flat().sort()).toEqual([
    '/auth/v1/health',
    '/rest/v1/configuracion_global',
    '/rest/v1/configuracion_global',
    '/storage/v1/status',
  ]);
  expect(pings.stripe).toHaveBeenCalledTimes(1);
});

it.each([
  ['the database', ['rest'], false],
  ['the accounts', ['auth'], false],
  ['the files', ['storage'], true],
])('during an outage of %s (%j) the readiness is %s', async (_what, services, ok) => {
  for (const service of services) down.add(service);
  expect((await (await start())()).ok).toBe(ok);
});

it('a shop is ready with one available provider, but not without any', async () => {
  pings.stripe.mockResolvedValue(false);
  expect(await (await start())()).toMatchObject({ ok: true, services: { stripe: 'down', paypal: 'up' } });
  pings.paypal.mockRejectedValue(new Error('away'));
  expect((await (await start())()).ok).toBe(false);
});

it('a shop in maintenance mode is not ready, even with available services', async () => {
  isClosed = true;
  expect(await (await start())()).toMatchObject({ ok: false, closed: true, services: { database: 'up' } });
});

it('readiness contains availability and maintenance mode only', async () => {
  const readiness = await (await start())();
  expect(Object.keys(readiness).sort()).toEqual(['checkedAt', 'closed', 'ok', 'services']);
  expect(Object.values(readiness.services)).toEqual(['up', 'up', 'up', 'up', 'up']);
});
