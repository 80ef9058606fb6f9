import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import { buildShop, serveShop } from '../../../local/shop/shop.ts';
import { startStack } from '../../../local/shop/stack.ts';

const root = join(import.meta.dirname, '../../..');
const dataDir = join(root, '.data/e2e');

/**
 * Serves the production build with its own database; tests find it through the environment. Does nothing if the
 * environment names a running shop, as in `npm test`.
 */
export default async function globalSetup() {
  if (process.env.SHOP_PID) return;
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const ports = await findAnyPorts('shop', 'api', 'database', 'payments', 'mailbox', 'smtp');
  const say = (message: string) => console.log(`  ${message}`);
  const stack = await startStack({
    dataDir,
    ports,
    durable: false,
    withFaults: true,
    withGoogle: true,
    onProgress: say,
  });
  const environment = { ...stack.env, NEXT_DIST_DIR: '.next-e2e', LOG_LEVEL: 'warn' };
  try {
    say('Building the shop');
    // A standalone build also starts with `next start`. tests/e2e/shutdown.nightly.ts tests both servers.
    await buildShop({ ...environment, NEXT_OUTPUT: process.env.NEXT_OUTPUT ?? 'standalone' }, () => {});
    const shop = await serveShop(
      ports.shop,
      environment,
      (line) => void appendFile(join(dataDir, 'shop.log'), `${line}\n`),
    );
    Object.assign(process.env, stack.env, {
      DATABASE_URL: stack.databaseUrl,
      MAILBOX_URL: stack.mailboxUrl,
      SHOP_PID: String(shop.pid),
    });
    return async () => {
      await shop.stop();
      await stack.stop();
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}
