import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { runShop } from '../../../local/shop/run.ts';

/**
 * `npm start` and `npm run dev` with a shop that needs no build: a process that keeps the API, the mailbox and the
 * simulator busy. It prints one line of JSON once everything runs, and one per call of the shop's job. When the shop stops,
 * it prints whether its process is still recorded.
 */
const dataDir = process.argv[2] ?? '';
await runShop({
  dataDir,
  durable: false,
  withGoods: false,
  ports: { shop: 4400, api: 4410, database: 4420, payments: 4430, mailbox: 4440, smtp: 4450 },
  jobEveryMs: 500,
  serve: async (port, stack) => {
    const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`create or replace function public.espera() returns void language sql as 'select pg_sleep(60)'`;
    await sql`grant execute on function public.espera() to anon`;
    await sql.end();
    const shop = spawn(process.execPath, [join(import.meta.dirname, 'busy-shop.ts')], {
      env: { ...process.env, ...stack.env, SHOP_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => shop.stdout.once('data', resolve));
    shop.stdout.pipe(process.stdout);
    return {
      url: `http://localhost:${port}`,
      pid: shop.pid ?? 0,
      exited: new Promise((resolve) => shop.on('exit', (code) => resolve(code))),
      stop: async () => {
        console.log(JSON.stringify({ stopped: existsSync(join(dataDir, 'server')) }));
        shop.kill('SIGKILL');
      },
    };
  },
  onStarted: ({ shop, ports, stack: { env } }) =>
    console.log(JSON.stringify({ ...ports, shop: shop.pid, secret: env.CRON_SECRET, env })),
});
