import { expect, test, vi } from 'vitest';
import { fail, succeed } from '@/lib/core/action/result';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
vi.stubEnv('TRUSTED_PROXIES', '1');

const { report } = await import('@/lib/servers/deliveries');
const { bearerOf, serverRoute } = await import('@/lib/servers/server-route');

test('the answer of a game is read without characters that the database cannot store', async () => {
  const run = vi.fn(async () => new Response());
  const body = {
    results: [{ id: '1.0', ok: false, error: 'Unknown\0 command\\u0000' }],
    players: [{ name: 'Ana\0\ud83d' }],
  };
  const request = new Request('https://shop.example/api/v1/deliveries/ack', {
    method: 'POST',
    headers: { authorization: 'Bearer unsrv_1', 'x-forwarded-for': '203.0.113.20' },
    body: JSON.stringify(body),
  });
  expect((await serverRoute(bearerOf, run)(request)).status).toBe(200);
  expect(run).toHaveBeenCalledWith(
    expect.objectContaining({
      body: { results: [{ id: '1.0', ok: false, error: 'Unknown command\\u0000' }], players: [{ name: 'Ana' }] },
    }),
  );
});

test('a report with a long error of a game is taken', () => {
  const error = 'x'.repeat(4_096);
  expect(report.safeParse({ results: [{ id: '1.0', ok: false, error }] }).success).toBe(true);
});

test('wrong keys shut out their own address, and not everybody behind a proxy that the shop does not know', async () => {
  const ask = async (address: string, key: string) => {
    const isRight = key === 'unsrv_right';
    const route = serverRoute(bearerOf, async () => (isRight ? succeed(new Response()) : fail('clave_no_valida')));
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address };
    return (await route(new Request('https://shop.example/api/v1/deliveries', { headers }))).status;
  };
  for (const [address, last] of [
    ['203.0.113.21', 429],
    ['10.0.0.1', 200],
  ] as const) {
    for (let n = 0; n < 121; n++) await ask(address, `unsrv_wrong_${n}`);
    expect(await ask(address, 'unsrv_right'), address).toBe(last);
  }
});
