import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopLeftover } from '@unstore/local-supabase/database';
import { commandOf } from '@unstore/processes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimDataDir, endLeftoverServer, rememberServer } from '../../../local/process/lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unstore-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Claims a folder that a process with this command line has claimed, and still runs. */
async function claimAfter(script: string, proc?: string): Promise<void> {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', script], { stdio: 'ignore' });
  await once(other, 'spawn');
  try {
    await writeFile(join(folder, 'running'), String(other.pid));
    await claimDataDir(folder, proc);
  } finally {
    other.kill('SIGKILL');
    await once(other, 'exit');
  }
}

it.each(['local/start.ts', 'local/dev.ts'])('a folder in use by %s is refused', async (script) => {
  await expect(claimAfter(script)).rejects.toThrow(/UnStore already runs/);
});

it('a process id reused by another program does not lock the folder', async () => {
  await expect(claimAfter('something-else.js')).resolves.toBeUndefined();
});

it('the leftover server of a killed start is ended, but no process after a clean stop', async () => {
  const server = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'next'], { stdio: 'ignore' });
  const [left, other] = [server(), server()];
  const ended = once(left, 'exit');
  await Promise.all([once(left, 'spawn'), once(other, 'spawn')]);
  await rememberServer(folder, left.pid ?? 0);
  await endLeftoverServer(folder);
  await ended;
  const forget = await rememberServer(folder, other.pid ?? 0);
  await forget();
  await endLeftoverServer(folder);
  expect(other.signalCode).toBeNull();
  other.kill('SIGKILL');
  await once(other, 'exit');
});

describe('without /proc, as on macOS', () => {
  const nowhere = '/no-such-folder';

  it('a process id reused by another program does not lock the folder', async () => {
    await expect(claimAfter('something-else.js', nowhere)).resolves.toBeUndefined();
  });

  it('a folder in use by the shop is refused', async () => {
    await expect(claimAfter('local/start.ts', nowhere)).rejects.toThrow(/UnStore already runs/);
  });

  it('the leftover PostgreSQL of a killed start is stopped', async () => {
    const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'postgres'], { stdio: 'ignore' });
    const ended = once(server, 'exit');
    await once(server, 'spawn');
    await writeFile(join(folder, 'postmaster.pid'), `${server.pid}\n${folder}\n`);
    await stopLeftover(folder, nowhere);
    expect(server.signalCode ?? 'runs').toBe('SIGINT');
    server.kill('SIGKILL');
    await ended;
  });

  it('an ended process has no command', async () => {
    const other = spawn(process.execPath, ['-e', '']);
    await once(other, 'exit');
    expect(await commandOf(other.pid ?? Number.NaN, nowhere)).toBe('');
    expect(await commandOf(process.pid, nowhere)).toContain('node');
  });
});
