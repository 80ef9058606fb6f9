import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stopLeftover } from '@unstore/local-supabase/database';
import { simulator } from '@unstore/payment-simulator/client';
import { findAnyPorts, keepRunning, type RunningServer, startBalancer } from '@unstore/processes';
import { buildShop, serveShop } from '../../local/shop/shop.ts';
import { type Stack, startStack } from '../../local/shop/stack.ts';
import { startRedis } from '../tools/redis.ts';

const root = join(import.meta.dirname, '../..');
const dataDir = join(root, '.data/chaos');

export type ChaosShop = {
  /** Public address of the shop: the load balancer of its two nodes. */
  url: string;
  stack: Stack;
  provider: ReturnType<typeof simulator>;
  /** Database file of both simulated providers. */
  providerFile: string;
  nodes: readonly [RunningServer, RunningServer];
  /** Log files of the nodes. */
  logs: readonly [string, string];
  stop: () => Promise<void>;
};

/**
 * Starts the shop as in production on one machine: the production build on two nodes with Redis behind a load balancer,
 * a database that flushes to disk, and the simulated providers.
 *
 * @param isBuilt a current build of the browser tests exists
 */
export async function startChaosShop(isBuilt: boolean, say: (message: string) => void): Promise<ChaosShop> {
  // Removes the leftovers of a killed run. Its other processes have ended with it.
  await stopLeftover(join(dataDir, 'database'));
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const ports = await findAnyPorts('shop', 'api', 'database', 'payments', 'mailbox', 'smtp', 'first', 'second');
  const stack = await startStack({ dataDir, ports, onProgress: say });
  const started: Array<{ stop: () => Promise<unknown> }> = [stack];
  const keep = <Part extends { stop: () => Promise<unknown> }>(part: Part): Part => {
    started.unshift(part);
    return part;
  };
  const stop = async () => {
    for (const part of started.splice(0)) await part.stop();
  };
  try {
    const redis = await startRedis();
    keep({ stop: redis.kill });
    const environment = {
      ...stack.env,
      NEXT_DIST_DIR: '.next-e2e',
      REDIS_URL: redis.url,
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'warn',
    };
    if (!isBuilt) {
      say('Building the shop');
      await buildShop({ ...stack.env, NEXT_DIST_DIR: environment.NEXT_DIST_DIR }, () => {});
    }
    say('Starting two nodes');
    const logs = [join(dataDir, 'first-node.log'), join(dataDir, 'second-node.log')] as const;
    const startNode = (port: number, log: string) => () =>
      serveShop(port, environment, (line) => void appendFile(log, `${line}\n`));
    const first = keep(await keepRunning(startNode(ports.first, logs[0])));
    const second = keep(await keepRunning(startNode(ports.second, logs[1])));
    const balancer = keep(await startBalancer(ports.shop, [ports.first, ports.second]));
    return {
      url: balancer.url,
      stack,
      provider: simulator(stack.env.STRIPE_API_URL ?? ''),
      providerFile: join(dataDir, 'payments/payment-providers.sqlite'),
      nodes: [first, second],
      logs,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
