import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoAccounts } from '../supabase/seed/demo-accounts.ts';
import { createLifecycle } from './lifecycle.ts';
import { claimDataDir, endLeftoverServer, rememberServer } from './lock.ts';
import { findPorts } from './ports.ts';
import { startScheduler } from './scheduler.ts';
import { buildShop, serveShop } from './shop.ts';
import { preferredPorts, startStack } from './stack.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { port: { type: 'string' }, 'stack-only': { type: 'boolean' } } });
const dataDir = process.env.UNSTORE_DATA ?? join(root, '.data/shop');
const say = (message: string) => console.log(`  ${message}`);

const lifecycle = createLifecycle();

function printAddresses(url: string, mailboxUrl: string) {
  const width = Math.max(...demoAccounts.map(({ label }) => label.length));
  console.log(`\n  UnStore   ${url}\n  Mailbox   ${mailboxUrl}\n\n  Demo accounts`);
  for (const { label, email, password, secret } of demoAccounts) {
    say(`${label.padEnd(width)}  ${email}  ${password}${secret ? '  and the code of `npm run demo:code`' : ''}`);
  }
  console.log('\n  Ctrl-C stops everything; the data stays. `npm run reset` starts afresh.\n');
}

async function main() {
  await claimDataDir(dataDir);
  await endLeftoverServer(dataDir);
  const preferred = { ...preferredPorts, shop: Number(values.port ?? process.env.PORT ?? preferredPorts.shop) };
  const ports = await findPorts(preferred);
  if (ports.shop !== preferred.shop) say(`Port ${preferred.shop} is taken; using ${ports.shop}.`);

  const stack = lifecycle.keep(
    await startStack({ dataDir, ports, artDir: join(root, '.data/artwork'), onProgress: say }),
  );
  lifecycle.takeSignals();
  if (values['stack-only']) {
    for (const [name, value] of Object.entries(stack.env)) console.log(`export ${name}='${value}'`);
    return;
  }
  say('Building the shop (the first time takes about a minute)');
  await buildShop(stack.env, () => {});
  const shop = lifecycle.keep(
    await serveShop(ports.shop, stack.env, (line) => {
      if (line.startsWith('{')) console.log(line);
    }),
  );
  shop.exited.then((code) => lifecycle.end(code ?? 1));
  await rememberServer(dataDir, shop.pid);
  lifecycle.keep(startScheduler(shop.url, stack.env.CRON_SECRET ?? ''));
  printAddresses(shop.url, stack.mailboxUrl);
}

lifecycle.takeSignals();
main().catch(async (error: Error) => {
  console.error(`\n${error.message}\n`);
  await lifecycle.end(1);
});
