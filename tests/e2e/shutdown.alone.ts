import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test } from '@playwright/test';
import postgres from 'postgres';
import { findAnyPorts } from '../../local/ports.ts';
import { serveShop } from '../../local/shop.ts';
import { database } from './support/database.ts';

/** Locks a table until the work is done, so that what reads it takes as long as that. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const sql = postgres(process.env.DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(`lock table ${table} in access exclusive mode`);
      await work();
    });
  } finally {
    await sql.end();
  }
}

/** Waits until as many statements as that wait for a lock on the table. */
const waitingFor = (table: string) => async () => {
  const [row] = await database()`select count(*)::integer as waiting from pg_locks
    where relation = ${`public.${table}`}::regclass and not granted`;
  return row?.waiting;
};

const ask = (url: string, agent: Agent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', () => resolve(response))).once('error', reject);
  });

test('a server that is told to stop answers what it was asked, finishes its job, and ends with 0', async () => {
  const { shop: port } = await findAnyPorts('shop');
  const environment = { NEXT_DIST_DIR: '.next-e2e', LOG_LEVEL: 'warn' };
  const shop = await serveShop(port, environment, () => {});
  try {
    // A proxy keeps its connections, and would go on using them.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(`${shop.url}/api/health`, agent)).headers.connection).toBe('keep-alive');

    let done: Promise<[number, Response]> | undefined;
    await whileLocked('configuracion_global, productos', async () => {
      const slow = ask(`${shop.url}/api/health`, agent);
      const job = fetch(`${shop.url}/api/cron`, {
        method: 'POST',
        headers: { authorization: `Bearer ${process.env.CRON_SECRET}` },
      });
      done = Promise.all([
        slow.then(({ statusCode, headers }) => {
          expect(headers.connection).toBe('close');
          return statusCode ?? 0;
        }),
        job,
      ]);
      await expect.poll(waitingFor('productos'), { intervals: [20] }).toBe(1);
      await expect.poll(waitingFor('configuracion_global'), { intervals: [20] }).toBeGreaterThan(0);
      process.kill(shop.pid, 'SIGTERM');
      // Nobody new is let in.
      await expect
        .poll(
          () =>
            fetch(`${shop.url}/api/health`).then(
              ({ status }) => status,
              () => 'refused',
            ),
          { intervals: [20] },
        )
        .toBe('refused');
    });
    const [status, job] = (await done) ?? [];
    expect(status).toBe(200);
    expect(job?.status).toBe(200);
    expect(Object.values(await job?.json())).not.toContain(null);
    expect(await shop.exited).toBe(0);
  } finally {
    await shop.stop();
  }
});
