import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createClient } from '@redis/client';
import postgres from 'postgres';
import type { ShopStatus } from '../../lib/status/types.ts';
import { type Redis, startRedis } from '../../scripts/tools/redis.ts';
import { renameProduct, sendForm } from './support/actions.ts';
import { database } from './support/database.ts';
import { createProduct, type Product } from './support/goods.ts';
import { openShop, type Shop, test } from './support/http.ts';
import { findMail, listMails } from './support/mailbox.ts';
import { startNodes } from './support/nodes.ts';
import { createPerson, createStaff } from './support/people.ts';

// One after the other, on the same two nodes.
test.describe.configure({ mode: 'default' });

/** Limit of the time until another node serves a change, in milliseconds. */
const heardWithin = 5_000;
/** Limit of a page's response time while Redis hangs: its timeout is 200 ms. */
const atOnce = 2_000;
const log = join(import.meta.dirname, '../../.data/e2e/nodes.log');

let redis: Redis;
let nodes: Awaited<ReturnType<typeof startNodes>>;
let [admin, visitor, other]: Shop[] = [];

test.beforeAll(async () => {
  redis = await startRedis();
  nodes = await startNodes(redis.url, (line) => void appendFile(log, `${line}\n`));
  admin = await openShop(await createStaff('admin'), 'both steps', nodes.first.url);
  visitor = await openShop(undefined, undefined, nodes.first.url);
  other = await openShop(undefined, undefined, nodes.second.url);
});

test.afterAll(async () => {
  await database()`update configuracion_global set mantenimiento = false`;
  await Promise.all([admin, visitor, other].map((shop) => shop?.dispose()));
  await nodes?.stop();
  redis?.wake();
  await redis?.kill();
});

const on = (shop: Shop | undefined): Shop => {
  if (!shop) throw new Error('the nodes have not started');
  return shop;
};

async function look(shop: Shop | undefined, { slug }: Product) {
  const began = performance.now();
  const answer = await on(shop).get(`/p/${slug}`);
  return {
    status: answer.status(),
    html: await answer.text(),
    cache: answer.headers()['x-nextjs-cache'],
    policy: answer.headers()['content-security-policy'],
    ms: performance.now() - began,
  };
}

async function rename(product: Product, name: string): Promise<void> {
  const [now] = await database()`select nombre from productos where id = ${product.id}`;
  expect(await renameProduct(on(admin), product, now?.nombre, name)).toBe('done');
}

/** Until each node shows this name; answers the milliseconds that it took. */
async function untilShown(product: Product, name: string): Promise<number> {
  const began = performance.now();
  const shown = async () =>
    (await Promise.all([visitor, other].map((shop) => look(shop, product)))).map(({ html }) =>
      html.includes(`<title>${name}`),
    );
  await expect.poll(shown, { timeout: heardWithin, intervals: [50] }).toEqual([true, true]);
  return Math.round(performance.now() - began);
}

test('two nodes share cached pages, and an edit is shown by both', async () => {
  const product = await createProduct();
  expect((await look(visitor, product)).html).toContain(product.name);
  const client = await createClient({ url: redis.url }).connect();
  await expect.poll(async () => (await client.keys(`unstore:page:*${product.slug}`)).length).toBeGreaterThan(0);
  await client.close();
  const seen = await look(other, product);
  expect(seen.html).toContain(product.name);
  expect(seen).toMatchObject({
    status: 200,
    cache: 'HIT',
    policy: expect.stringContaining("script-src 'self' 'sha256-"),
  });

  const name = `${product.name} B`;
  await rename(product, name);
  const ms = await untilShown(product, name);
  test.info().annotations.push({ type: 'seen on both nodes after', description: `${ms} ms` });
});

test('a rate limit is shared by all nodes', async ({ enter }) => {
  const shop = await enter(undefined, undefined, nodes.url);
  const statuses: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const asked = Array.from({ length: 10 }, () => shop.get('/api/search/suggest?q='));
    statuses.push(...(await Promise.all(asked)).map((answer) => answer.status()));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('the list of devices shows the country of an address that the proxy names', async ({ playwright }) => {
  const person = await createPerson();
  const abroad = await playwright.request.newContext({
    baseURL: nodes.first.url,
    extraHTTPHeaders: { origin: nodes.first.url, 'accept-language': 'es-ES', 'x-forwarded-for': '200.160.2.3' },
  });
  const { email, password } = person;
  expect(await sendForm(abroad, 'logInAction', { email, password, next: '/' })).toBe('to /');
  expect(await (await abroad.get('/profile/settings?tab=security')).text()).toContain('Brasil');
  expect(await (await abroad.get('/profile/settings?tab=security&lng=en')).text()).toContain('Brazil');
  await abroad.dispose();
});

test('a job requested on two nodes runs once, sends its mail once, and does not block payments', async () => {
  const authorization = `Bearer ${process.env.CRON_SECRET}`;
  const ask = async (url: string) =>
    (await fetch(`${url}/api/cron`, { method: 'POST', headers: { authorization } })).json();
  const sql = postgres(process.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  const reader = await createPerson();
  // The first node's job blocks at its mails while their table is locked.
  let first: Promise<Record<string, unknown>> | undefined;
  await sql.begin(async (begun) => {
    const transaction = begun as unknown as postgres.Sql;
    await transaction`insert into correos (clave, user_id, plantilla, datos)
      values (${`turno-${reader.id}`}, ${reader.id}, 'segundo_factor', ${transaction.json({ estado: 'app_quitada' })})`;
    await transaction`lock table correos in access exclusive mode`;
    first = ask(nodes.first.url);
    await expect.poll(async () => database()`select 1 from turnos where trabajo = 'tareas'`).toHaveLength(1);
    const second = await ask(nodes.second.url);
    const others = { en_curso: true, pagos: expect.anything(), seguridad: expect.anything() };
    expect(second).toEqual({ ...others, eventos: expect.anything() });
    const another = randomUUID();
    await database()`select tomar_turno('eventos', ${another}, 60)`;
    expect(await ask(nodes.second.url)).toEqual(others);
    await database()`select dejar_turno('eventos', ${another})`;
  });
  await sql.end();
  expect(await first).toHaveProperty('correos');
  expect(await ask(nodes.second.url)).toHaveProperty('correos');
  await findMail(reader.email, /./);
  expect(await listMails(reader.email)).toHaveLength(1);
});

test('every node enters and leaves maintenance mode', async () => {
  const answers = () =>
    Promise.all(
      [visitor, other].flatMap((shop) => [
        on(shop)
          .get('/plugins')
          .then((answer) => answer.status()),
        on(shop)
          .get('/api/status')
          .then(async (answer) => ((await answer.json()) as ShopStatus).closed),
      ]),
    );
  for (const closed of [true, false]) {
    await database()`update configuracion_global set mantenimiento = ${closed}`;
    const status = closed ? 503 : 200;
    await expect.poll(answers, { timeout: heardWithin }).toEqual([status, closed, status, closed]);
  }
});

test('pages and logins work without Redis, and edits made in the meantime are shown afterwards', async ({ enter }) => {
  const product = await createProduct();
  const person = await createPerson();
  await look(visitor, product);
  await look(other, product);
  const answersAtOnce = async () => {
    for (const shop of [visitor, other]) {
      const seen = await look(shop, product);
      expect(seen.status).toBe(200);
      expect(seen.ms).toBeLessThan(atOnce);
    }
    const { email, password } = person;
    const guest = await enter(undefined, undefined, nodes.second.url);
    expect(await sendForm(guest, 'logInAction', { email, password, next: '/' })).toBe('to /');
  };
  redis.hang();
  await answersAtOnce();
  await redis.kill();
  await answersAtOnce();
  const name = `${product.name} C`;
  await rename(product, name);
  await redis.restart();
  await untilShown(product, name);
});

test('a killed node loses only its requests in flight', async ({ enter }) => {
  const shop = await enter(undefined, undefined, nodes.url);
  const paths = ['/', '/plugins', '/p/fragua-arcana', '/api/status', '/login'];
  const answered: Array<{ status: number; began: number }> = [];
  let goneAt = Number.POSITIVE_INFINITY;
  const ask = async (path: string) => {
    const began = performance.now();
    const status = await shop.get(path).then(
      (answer) => answer.status(),
      () => 0,
    );
    answered.push({ status, began });
  };
  const visit = async (count: number) => {
    for (let at = 0; at < count; at += 1) await ask(paths[at % paths.length] ?? '/');
  };
  await Promise.all([
    ...Array.from({ length: 8 }, () => visit(40)),
    expect
      .poll(() => (answered.length > 80 ? nodes.inFlight(nodes.first) : 0), { intervals: [1] })
      .toBeGreaterThan(0)
      .then(async () => {
        process.kill(nodes.first.pid, 'SIGKILL');
        await nodes.first.exited;
        goneAt = performance.now();
      }),
  ]);
  const failed = answered.filter(({ status }) => status !== 200);
  expect(answered).toHaveLength(320);
  expect(failed.filter(({ began }) => began > goneAt)).toEqual([]);
  // Each of the eight visitors had one request in flight, and perhaps another during the shutdown.
  expect(failed.length).toBeLessThanOrEqual(16);
  test.info().annotations.push({ type: 'lost with the node', description: `${failed.length} of 320 answers` });
});
