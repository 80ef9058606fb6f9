import { findPorts, readOptions } from '@unstore/processes';
import { demoAccounts } from '../supabase/seed/demo-accounts.ts';
import { shopDataDir } from './data-dir.ts';
import { connectServers } from './game/connect-servers.ts';
import { startGameServer } from './game/game-server.ts';
import { refuseProduction } from './refuse-production.mjs';
import { runShop } from './shop/run.ts';
import { buildShop, serveShop } from './shop/shop.ts';
import { preferredPorts } from './shop/stack.ts';

const { values } = readOptions({ options: { port: { type: 'string' } } });
refuseProduction();

const port = Number(values.port || process.env.PORT || preferredPorts.shop);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`${values.port || process.env.PORT} is not a port. Try npm start -- --port 3000`);
  process.exit(2);
}

const say = (message: string) => console.log(`  ${message}`);

/** The console of the simulated game server; undefined without one. */
let consoleUrl: string | undefined;

function printAddresses(url: string, mailboxUrl: string) {
  const width = Math.max(...demoAccounts.map(({ label }) => label.length));
  const game = consoleUrl ? `  Game      ${consoleUrl}\n` : '';
  console.log(`\n  UnStore   ${url}\n  Mailbox   ${mailboxUrl}\n${game}\n  Demo accounts`);
  for (const { label, email, password, secret } of demoAccounts) {
    say(`${label.padEnd(width)}  ${email}  ${password}${secret ? '  and the code of `npm run demo:code`' : ''}`);
  }
  console.log('\n  Ctrl-C stops everything; the data stays. `npm run reset` starts afresh.\n');
}

await runShop({
  dataDir: shopDataDir,
  ports: { ...preferredPorts, shop: port },
  onProgress: say,
  serve: async (port, { env }) => {
    say('Building the shop (the first time takes about a minute)');
    await buildShop(env, () => {});
    return serveShop(port, env, (line) => {
      if (line.startsWith('{')) console.log(line);
    });
  },
  beside: async (shop, stack) => {
    const { port } = await findPorts({ port: 25_580 });
    const keys = await connectServers(stack.databaseUrl, `http://localhost:${port}/`);
    if (keys.length === 0) return null;
    const game = await startGameServer({ port, shopUrl: shop.url, keys });
    consoleUrl = game.url;
    return game;
  },
  onStarted: ({ stack, shop }) => printAddresses(shop.url, stack.mailboxUrl),
});
