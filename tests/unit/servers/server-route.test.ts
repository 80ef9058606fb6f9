import { expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();

const { report } = await import('@/lib/servers/deliveries');
const { bearerOf, serverRoute } = await import('@/lib/servers/server-route');

test('what a game answers is read without characters that the database cannot store', async () => {
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
