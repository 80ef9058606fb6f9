import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findAnyPorts } from '../../local/process/ports.ts';
import { buildEdge, serveEdge } from '../../local/shop/edge.ts';
import { serveShop } from '../../local/shop/shop.ts';
import { startStack } from '../../local/shop/stack.ts';

const root = join(import.meta.dirname, '../..');
const dataDir = join(root, '.data/edge-test');

/** Serves the shop in workerd, with its companion on Node and services of its own, which send their webhooks there. */
export default async function globalSetup() {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const { companion, ...ports } = await findAnyPorts(
    'shop',
    'api',
    'database',
    'payments',
    'mailbox',
    'smtp',
    'companion',
  );
  const say = (message: string) => console.log(`  ${message}`);
  const log = (name: string) => (line: string) => void appendFile(join(dataDir, `${name}.log`), `${line}\n`);
  const stack = await startStack({
    dataDir,
    ports,
    durable: false,
    onProgress: say,
  });
  const started: Array<{ stop: () => Promise<void> }> = [stack];
  const stop = async () => {
    for (const service of started.reverse()) await service.stop();
  };
  try {
    const environment = { ...stack.env, LOG_LEVEL: 'warn' };
    say('Building the worker');
    await buildEdge(environment);
    const node = await serveShop(companion, environment, log('companion'));
    started.push(node);
    const worker = await serveEdge({
      port: ports.shop,
      dataDir: join(dataDir, 'worker'),
      environment: { ...environment, TRUSTED_PROXIES: '1', NODE_COMPANION_URL: node.url },
      onLine: log('worker'),
    });
    started.push(worker);
    Object.assign(process.env, stack.env, { DATABASE_URL: stack.databaseUrl, MAILBOX_URL: stack.mailboxUrl });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
