import { createHash, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { dayInSpain } from '../../lib/core/day.ts';
import { database } from './support/database.ts';
import { test } from './support/http.ts';
import { createPerson } from './support/people.ts';

test('a view is counted by the address of the connection, not by forged headers', async ({ enter }) => {
  const shop = await enter();
  const agent = `Navegador ${randomUUID()}`;
  const day = dayInSpain();
  const visitor = (address: string) =>
    createHash('sha256').update([process.env.CRON_SECRET, day, address, agent].join('\n')).digest('hex').slice(0, 32);
  const here = ['127.0.0.1', '::/64'].map(visitor);
  // A forged header of the server itself is not trusted either.
  for (const claimed of ['203.0.113.1', '203.0.113.2, 203.0.113.3', '::1']) {
    const claims = { 'x-forwarded-for': claimed, 'x-real-ip': claimed, 'x-peer-address': `secreto ${claimed}` };
    const answer = await shop.post('/api/visit', {
      headers: { 'user-agent': agent, ...claims },
      data: { slug: 'domador' },
    });
    expect(answer.status()).toBe(204);
  }
  expect(await database()`select 1 from visitas_producto where visitante = any (${here})`).toHaveLength(1);
  const claimed = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '::1'].map(visitor);
  expect(await database()`select 1 from visitas_producto where visitante = any (${claimed})`).toHaveLength(0);
});

test('exports of an account share a limit of sixty in ten minutes', async ({ enter }) => {
  const [hasty, other] = [await enter(await createPerson()), await enter(await createPerson())];
  const asked = await Promise.all(Array.from({ length: 60 }, () => hasty.get('/api/creator/stats?dias=7')));
  expect(asked.map((answer) => answer.status())).toEqual(asked.map(() => 200));
  const files = [
    '/api/creator/stats?dias=7',
    '/api/creator/sales',
    '/api/creator/statement?mes=2026-01&formato=pdf',
    '/api/my-data',
    `/api/factura/${randomUUID()}`,
    `/api/club-invoice/${randomUUID()}`,
  ];
  for (const file of files) {
    const refused = await hasty.get(file);
    expect([file, refused.status()]).toEqual([file, 429]);
    expect(await refused.json()).toEqual({ error: 'demasiados_intentos' });
    expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
    expect((await other.get(file)).status(), file).not.toBe(429);
  }
});

for (const path of ['/api/own-products?use=pack&text=a', '/api/recipients?q=a']) {
  test(`${path} allows sixty requests a minute per account and then sends Retry-After`, async ({ enter }) => {
    const [hasty, other] = [await enter(await createPerson()), await enter(await createPerson())];
    const asked = await Promise.all(Array.from({ length: 61 }, () => hasty.get(path)));
    const [refused, ...more] = asked.filter((answer) => answer.status() !== 200);
    expect(more).toEqual([]);
    expect(refused?.status()).toBe(429);
    expect(await refused?.json()).toEqual({ error: 'demasiados_intentos' });
    expect(Number(refused?.headers()['retry-after'])).toBeGreaterThan(0);
    expect((await other.get(path)).status()).toBe(200);
  });
}
