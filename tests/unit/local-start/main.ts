import { spawn } from 'node:child_process';
import { join } from 'node:path';
import postgres from 'postgres';
import { createLifecycle } from '../../../local/lifecycle.ts';
import { findPorts } from '../../../local/ports.ts';
import { startStack } from '../../../local/stack.ts';

/**
 * `npm start` with a shop that needs no build: a process which keeps the API, the mailbox and the simulator busy. It
 * writes one line of JSON once everything runs.
 */
const dataDir = process.argv[2] ?? '';
const lifecycle = createLifecycle();
const ports = await findPorts({ shop: 4400, api: 4410, database: 4420, payments: 4430, mailbox: 4440, smtp: 4450 });
const stack = lifecycle.keep(await startStack({ dataDir, ports, artDir: dataDir, durable: false, withGoods: false }));
lifecycle.takeSignals();

const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
await sql`create or replace function public.espera() returns void language sql as 'select pg_sleep(60)'`;
await sql`grant execute on function public.espera() to anon`;
await sql.end();

const shop = spawn(process.execPath, [join(import.meta.dirname, 'busy-shop.ts')], {
  env: { ...process.env, ...stack.env, SHOP_PORT: String(ports.shop), SMTP_PORT: String(ports.smtp) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
lifecycle.keep({ stop: () => void shop.kill('SIGKILL') });
shop.on('exit', () => lifecycle.end(1));
shop.stdout.on('data', () =>
  console.log(JSON.stringify({ shop: shop.pid, database: ports.database, api: ports.api, smtp: ports.smtp })),
);
