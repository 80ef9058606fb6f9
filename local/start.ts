import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoAccounts } from '../supabase/seed/demo-accounts.ts';
import { claimDataDir, endLeftoverServer, rememberServer } from './lock.ts';
import { findPorts } from './ports.ts';
import { startScheduler } from './scheduler.ts';
import { buildShop, type Shop, serveShop } from './shop.ts';
import { preferredPorts, type Stack, startStack } from './stack.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { port: { type: 'string' }, 'stack-only': { type: 'boolean' } } });
const dataDir = process.env.UNSTORE_DATA ?? join(root, '.data/shop');
const say = (message: string) => console.log(`  ${message}`);

let stack: Stack | undefined;
let shop: Shop | undefined;
let scheduler: { stop: () => void } | undefined;
let stopping = false;

async function stop(code: number) {
  if (stopping) return;
  stopping = true;
  scheduler?.stop();
  await shop?.stop();
  await stack?.stop();
  process.exit(code);
}

function printAddresses(url: string, mailboxUrl: string) {
  const width = Math.max(...demoAccounts.map(({ label }) => label.length));
  console.log(`\n  UnStore   ${url}\n  Mailbox   ${mailboxUrl}\n\n  Demo accounts`);
  for (const { label, email, password } of demoAccounts) say(`${label.padEnd(width)}  ${email}  ${password}`);
  console.log('\n  Ctrl-C stops everything; the data stays. `npm run reset` starts afresh.\n');
}

async function main() {
  await claimDataDir(dataDir);
  await endLeftoverServer(dataDir);
  const preferred = { ...preferredPorts, shop: Number(values.port ?? process.env.PORT ?? preferredPorts.shop) };
  const ports = await findPorts(preferred);
  if (ports.shop !== preferred.shop) say(`Port ${preferred.shop} is taken; using ${ports.shop}.`);

  stack = await startStack({ dataDir, ports, artDir: join(root, '.data/artwork'), onProgress: say });
  if (values['stack-only']) {
    for (const [name, value] of Object.entries(stack.env)) console.log(`export ${name}='${value}'`);
    return;
  }
  say('Building the shop (the first time takes about a minute)');
  await buildShop(stack.env, () => {});
  shop = await serveShop(ports.shop, stack.env, (line) => {
    if (line.startsWith('{')) console.log(line);
  });
  await rememberServer(dataDir, shop.pid);
  shop.exited.then((code) => stop(code ?? 1));
  scheduler = startScheduler(shop.url, stack.env.CRON_SECRET ?? '');
  printAddresses(shop.url, stack.mailboxUrl);
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
main().catch(async (error: Error) => {
  console.error(`\n${error.message}\n`);
  await stop(1);
});
