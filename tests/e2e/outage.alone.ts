import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Fault } from '@unstore/local-supabase/testing';
import { routesOf } from '../../lib/gates/pages.ts';
import { setFaults } from './support/faults.ts';
import { createProduct } from './support/goods.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson } from './support/people.ts';
import { buyerData } from './support/shopping.ts';

const document = join(import.meta.dirname, '../../docs/outages.md');

const whole = (kind: Fault['kind'], ms?: number): Fault[] =>
  (['auth', 'rest', 'storage'] as const).map((on) => ({ on, kind, ...(ms ? { ms } : {}) }));

/** Faults of Supabase in each row of the table. */
const rows: Record<string, Fault[]> = {
  slow: whole('slow', 1_000),
  hanging: whole('hanging'),
  down: whole('refused'),
  unavailable: whole('unavailable'),
  limited: [{ on: 'auth', kind: 'limited' }],
};

type Cell = { status: number; seconds: number };

async function readTable(): Promise<Map<string, Cell[]>> {
  const lines = (await readFile(document, 'utf8')).split('\n').filter((line) => /^\| \w+: .*\| \d{3} in /.test(line));
  return new Map(
    lines.map((line) => {
      const [, name = '', ...cells] = line.split('|').map((cell) => cell.trim());
      const read = cells.flatMap((cell) => {
        const [, status, seconds] = /^(\d{3}) in (\d+) s/.exec(cell) ?? [];
        return status ? [{ status: Number(status), seconds: Number(seconds) }] : [];
      });
      return [name.split(':')[0] ?? '', read];
    }),
  );
}

type Seen = Cell & { text: string };

async function timed(answer: ReturnType<Shop['get']>): Promise<Seen> {
  const start = Date.now();
  const response = await answer;
  const text = await response.text();
  return { status: response.status(), text, seconds: (Date.now() - start) / 1_000 };
}

test.afterEach(() => setFaults('everybody'));

test('the status codes and response times of docs/outages.md hold in every kind of outage', {
  tag: '@nightly',
}, async ({ enter }) => {
  test.setTimeout(120_000);
  const table = await readTable();
  expect([...table.keys()]).toEqual(Object.keys(rows));
  for (const [name, faults] of Object.entries(rows)) {
    const [visitor, member, product] = [await enter(), await enter(await createPerson()), await createProduct()];
    await setFaults('everybody', ...faults);
    const promised = table.get(name) ?? [];
    // The middleware caches for a second whether the database responds.
    const search = async () => (await visitor.get(`/search/${name}`)).status();
    await expect.poll(search, { message: name, timeout: 30_000 }).toBe(promised.at(-1)?.status);
    const data = { producto: product.slug, ...buyerData };
    const seen = await Promise.all([
      timed(visitor.get('/p/fragua-arcana')),
      timed(member.get('/p/fragua-arcana')),
      timed(member.get('/api/me')),
      timed(member.get('/profile', { maxRedirects: 0 })),
      timed(member.post('/api/create-checkout-session', { data })),
      timed(visitor.get(`/search/${name}`)),
    ]);
    await setFaults('everybody');
    console.log(name, seen.map(({ status, seconds }) => `${status} ${seconds.toFixed(1)} s`).join(', '));
    expect
      .soft(
        seen.map(({ status }) => status),
        name,
      )
      .toEqual(promised.map(({ status }) => status));
    for (const [column, { seconds }] of promised.entries()) {
      expect.soft(seen[column]?.seconds, `${name}, column ${column + 1}`).toBeLessThan(seconds);
    }
    const [, , me, page, checkout, found] = seen;
    if (me?.status === 503) expect.soft(JSON.parse(me.text)).toEqual({ status: 'unavailable', user: null });
    if (page?.status === 503) expect.soft(page.text).toContain('Ahora mismo no podemos abrir esta página.');
    if (found?.status === 503) expect.soft(found.text).toContain('Ahora mismo no podemos abrir esta página.');
    if (checkout?.status === 503) expect.soft(JSON.parse(checkout.text).error).toBe('sin_servicio');
  }
});

/** Pages for each request that a visitor may open. */
const open = routesOf(({ rendering, who }) => rendering === 'request' && !who).map((route) =>
  route.replace('[category]', 'series').replace('[slug]', 'fragua-arcana').replace('[query]', 'espada'),
);

test('a page during an outage of the database responds with 503 in the language of the visitor', async ({ enter }) => {
  const visitor = await enter();
  await setFaults('everybody', ...whole('refused'));
  // The shop keeps its last answer about maintenance mode for a second.
  await expect.poll(async () => (await visitor.get('/search/espada')).status(), { timeout: 15_000 }).toBe(503);
  let refused = 0;
  for (const path of open) {
    const response = await visitor.get(`${path}?lng=en`, { maxRedirects: 0 });
    const { 'retry-after': after, 'cache-control': cache = '' } = response.headers();
    expect.soft([200, 307, 503], path).toContain(response.status());
    if (response.status() !== 503) continue;
    refused += 1;
    expect.soft(Number(after), path).toBeGreaterThan(0);
    expect.soft(cache, path).toContain('no-store');
    expect.soft(await response.text(), path).toContain('We cannot open this page right now.');
  }
  expect.soft(refused).toBeGreaterThan(0);
  const suggested = await visitor.get('/api/search/suggest?q=espada');
  expect.soft([suggested.status(), suggested.headers()['retry-after']]).toEqual([503, '5']);
  await setFaults('everybody');
  await expect.poll(async () => (await visitor.get('/search/espada')).status(), { timeout: 15_000 }).toBe(200);
});

test('the shop is healthy but not ready during an outage of Supabase', { tag: '@nightly' }, async ({ enter }) => {
  const shop = await enter();
  const ready = () => shop.get('/api/ready');
  await expect.poll(async () => (await ready()).status(), { timeout: 20_000 }).toBe(200);
  await setFaults('everybody', ...whole('hanging'));
  await expect.poll(async () => (await ready()).status(), { timeout: 15_000 }).toBe(503);
  const { services } = await (await ready()).json();
  expect(services).toEqual({ database: 'down', auth: 'down', storage: 'down', stripe: 'up', paypal: 'up' });
  const alive = await timed(shop.get('/api/health'));
  expect(alive.status).toBe(200);
  expect(alive.seconds).toBeLessThan(1);
});
