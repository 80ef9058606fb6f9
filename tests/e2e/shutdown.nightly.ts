import { readdir, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test } from '@playwright/test';
import { findAnyPorts } from '@unstore/processes';
import postgres from 'postgres';
import { type Shop, serveShop } from '../../local/shop/shop.ts';
import { database } from './support/database.ts';
import { serveStandalone } from './support/standalone.ts';

const kinds: Record<string, (port: number) => Promise<Shop>> = {
  'next start': (port) => serveShop(port, { NEXT_DIST_DIR: '.next-e2e', LOG_LEVEL: 'warn' }, () => {}),
  'the standalone server': serveStandalone,
};

/** Locks tables until the work is done: what reads them takes as long as that. */
async function whileLocked(tables: string[], work: () => Promise<void>): Promise<void> {
  const sql = postgres(process.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(`lock table ${tables.join(', ')} in access exclusive mode`);
      await work();
    });
  } finally {
    await sql.end();
  }
}

/** Number of statements waiting for the table. */
const waitingFor = (table: string) => async () => {
  const [row] = await database()`select count(*)::integer as waiting from pg_locks
    where relation = ${`public.${table}`}::regclass and not granted`;
  return row?.waiting;
};

/** Sends a request, and repeats it if an idle connection was closed, as proxies do. */
const ask = (url: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, { agent }, (response) =>
      response
        .resume()
        .once('end', () => resolve(response))
        .once('error', reject),
    );
    request.once('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') ask(url, agent).then(resolve, reject);
      else reject(error);
    });
  });

/** Requests a page repeatedly on a keep-alive connection until refused; returns the error. */
async function keepAsking(url: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const problem = await ask(url, agent).then(
      ({ statusCode }) => (statusCode === 200 ? undefined : `answered ${statusCode}`),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (problem) return problem;
  }
}

for (const [kind, serve] of Object.entries(kinds)) {
  test(`${kind} finishes open requests and its job on SIGTERM, then exits with 0`, async () => {
    const { shop: port } = await findAnyPorts('shop');
    const shop = await serve(port);
    try {
      const page = await fetch(`${shop.url}/p/fragua-arcana`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("'sha256-");
      const [style = ''] = /\/_next\/static\/[^"]+\.css/.exec(await page.text()) ?? [];
      for (const path of [style, '/banner.webp']) expect((await fetch(`${shop.url}${path}`)).status, path).toBe(200);

      const busy = Array.from({ length: 4 }, () => keepAsking(`${shop.url}/p/fragua-arcana`));
      const agent = new Agent({ keepAlive: true });
      let done: Promise<[IncomingMessage, Response]> | undefined;
      await whileLocked(['turnos', 'productos'], async () => {
        const job = fetch(`${shop.url}/api/cron`, {
          method: 'POST',
          headers: { authorization: `Bearer ${process.env.CRON_SECRET}` },
        });
        done = Promise.all([ask(`${shop.url}/api/search/suggest?q=fragua`, agent), job]);
        await expect.poll(waitingFor('productos'), { intervals: [20] }).toBeGreaterThan(0);
        await expect.poll(waitingFor('turnos'), { intervals: [20] }).toBeGreaterThan(0);
        process.kill(shop.pid, 'SIGTERM');
        // Keep-alive connections are closed, and new ones refused.
        expect(await Promise.all(busy)).toEqual(Array(4).fill('ECONNREFUSED'));
      });
      const [search, job] = (await done) ?? [];
      expect(search?.statusCode).toBe(200);
      expect(search?.headers.connection).toBe('close');
      expect(job?.status).toBe(200);
      expect(Object.values(await job?.json())).not.toContain(null);
      expect(await shop.exited).toBe(0);
    } finally {
      await shop.stop();
    }
  });
}

test('a server writes its compile cache for the next one', async () => {
  const folder = '.next-e2e/compile-cache';
  await rm(folder, { recursive: true, force: true });
  const { shop: port } = await findAnyPorts('shop');
  const shop = await serveShop(port, { NEXT_DIST_DIR: '.next-e2e', LOG_LEVEL: 'warn' }, () => {});
  expect((await fetch(shop.url)).status).toBe(200);
  // The server flushes the cache at its end, without a timeout.
  process.kill(shop.pid, 'SIGTERM');
  expect(await shop.exited).toBe(0);
  expect((await readdir(folder, { recursive: true })).length).toBeGreaterThan(100);
});
