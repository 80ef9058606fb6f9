import { OtherData } from '@unstore/local-supabase/database';
import { createLifecycle, findPorts } from '@unstore/processes';
import { claimDataDir, endLeftoverServer, rememberServer } from '../process/lock.ts';
import { startScheduler } from '../process/scheduler.ts';
import type { Shop } from './shop.ts';
import { type Ports, type Stack, type StackOptions, startStack } from './stack.ts';

type RunOptions = StackOptions & {
  serve: (port: number, stack: Stack) => Promise<Shop>;
  /** Interval of the ten-minute job, in milliseconds. */
  jobEveryMs?: number;
  onProgress?: (message: string) => void;
  /** Starts a companion of the shop, such as a game server. */
  beside?: (shop: Shop, stack: Stack) => Promise<{ stop: () => void } | null>;
  onStarted: (started: { stack: Stack; ports: Ports; shop: Shop }) => void;
};

const lookEveryMs = 1_000;
const withoutDatabase = 'PostgreSQL has ended, so everything stops. The data stays: start again.';

/** Reports the end of the database, without which the shop cannot work, and ends everything. */
function watchDatabase({ isDatabaseRunning }: Stack, onEnd: () => void): { stop: () => void } {
  let isOver = false;
  const end = (why: unknown) => {
    if (isOver) return;
    isOver = true;
    console.error('\n', why, '\n');
    onEnd();
  };
  const look = setInterval(async () => {
    if (!(await isDatabaseRunning())) end(withoutDatabase);
  }, lookEveryMs);
  // The driver throws when its database ends, which would end the process while services are running.
  process.on('uncaughtException', async (error) => end((await isDatabaseRunning()) ? error : withoutDatabase));
  return { stop: () => clearInterval(look) };
}

/**
 * Runs the services, the shop and its ten-minute job on one data folder until one of them ends or a signal arrives;
 * then stops all. A failed start prints the reason and exits with 1. A port in use is replaced by the next free one.
 */
export async function runShop(options: RunOptions): Promise<void> {
  const { dataDir, serve, jobEveryMs, beside, onProgress = () => {}, onStarted } = options;
  const lifecycle = createLifecycle();
  lifecycle.takeSignals();
  try {
    lifecycle.keep({ stop: await claimDataDir(dataDir) });
    await endLeftoverServer(dataDir);
    const ports = await findPorts(options.ports);
    if (ports.shop !== options.ports.shop) onProgress(`Port ${options.ports.shop} is taken; using ${ports.shop}.`);
    const stack = lifecycle.keep(await startStack({ withHistory: true, ...options, ports }));
    // Packages of the services have added signal handlers.
    lifecycle.takeSignals();
    lifecycle.keep(watchDatabase(stack, () => lifecycle.end(1)));
    let forgetServer = async () => {};
    // Services stop in reverse order, so the record stays until the server has stopped.
    lifecycle.keep({ stop: () => forgetServer() });
    const shop = lifecycle.keep(await serve(ports.shop, stack));
    shop.exited.then((code) => lifecycle.end(code ?? 1));
    forgetServer = await rememberServer(dataDir, shop.pid);
    lifecycle.keep(startScheduler(shop.url, stack.env.CRON_SECRET ?? '', jobEveryMs));
    const other = await beside?.(shop, stack);
    if (other) lifecycle.keep(other);
    onStarted({ stack, ports, shop });
  } catch (error) {
    const advice = error instanceof OtherData ? ' `npm run reset` starts afresh.' : '';
    console.error(`\n${(error as Error).message}${advice}\n`);
    await lifecycle.end(1);
  }
}
