import { shopDataDir } from './data-dir.ts';
import { refuseProduction } from './refuse-production.mjs';
import { runShop } from './shop/run.ts';
import { serveDevelopment } from './shop/shop.ts';
import { preferredPorts } from './shop/stack.ts';

refuseProduction();

/** `npm start` with Next's development server, which reloads on changes. */
await runShop({
  dataDir: shopDataDir,
  ports: preferredPorts,
  onProgress: console.log,
  serve: (port, { env }) => serveDevelopment(port, env, console.log),
  onStarted: ({ stack }) => console.log(`  Mailbox ${stack.mailboxUrl}`),
});
