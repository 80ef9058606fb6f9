import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAnyPorts } from './process/ports.ts';
import { buildEdge, serveEdge } from './shop/edge.ts';
import { runShop } from './shop/run.ts';
import { serveShop } from './shop/shop.ts';
import { preferredPorts } from './shop/stack.ts';

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const say = (message: string) => console.log(`  ${message}`);
const dataDir = join(process.env.UNSTORE_DATA ?? join(import.meta.dirname, '../.data'), 'edge');

await runShop({
  dataDir: join(dataDir, 'shop'),
  ports: { ...preferredPorts, shop: Number(values.port ?? process.env.PORT ?? preferredPorts.shop) },
  onProgress: say,
  serve: async (port, { env }) => {
    say('Building the worker (about a minute and a half)');
    await buildEdge(env);
    say('Starting its companion on Node, and workerd');
    const { companion } = await findAnyPorts('companion');
    const node = await serveShop(companion, env, () => {});
    const environment = { ...env, TRUSTED_PROXIES: '1', NODE_COMPANION_URL: node.url };
    const shop = await serveEdge({ port, dataDir: join(dataDir, 'worker'), environment, onLine: () => {} });
    return { ...shop, stop: async () => void (await Promise.all([shop.stop(), node.stop()])) };
  },
  onStarted: ({ stack, shop }) => {
    console.log(`\n  UnStore in workerd   ${shop?.url}\n  Mailbox              ${stack.mailboxUrl}\n`);
  },
});
