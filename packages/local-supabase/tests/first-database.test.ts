import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import { afterAll, expect, it } from 'vitest';
import { startDatabase } from '../src/database/start-database.ts';

const folder = await mkdtemp(join(tmpdir(), 'local-supabase-first-'));
// PostgreSQL runs as a user of its own when the tests run as root.
await chmod(folder, 0o711);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a database starts after an interrupted first start', async () => {
  const dataDir = join(folder, 'database');
  const first = spawn(process.execPath, [join(import.meta.dirname, 'first-database.ts'), dataDir], {
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(first, 'exit');
  // The first file written, long before the others.
  await expect.poll(() => globSync('*/PG_VERSION', { cwd: folder }), { timeout: 20_000, interval: 5 }).toHaveLength(1);
  // With all its child processes, as if the machine stopped.
  process.kill(-(first.pid ?? Number.NaN), 'SIGKILL');
  await ended;

  const { database: port } = await findAnyPorts('database');
  const database = await startDatabase({ dataDir, port, password: 'local', durable: false });
  await database.stop();
  expect(globSync('*', { cwd: folder })).toEqual(['database']);
}, 60_000);
