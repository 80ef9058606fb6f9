import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandOf, isAlive } from '@unstore/processes';

/** Checks whether this process is a start of the shop. If unknown, any process counts as one. */
async function isStart(pid: number, proc?: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandOf(pid, proc);
  return command === undefined || /\b(?:start|dev)\.ts/.test(command);
}

/** Stops the leftover server of a killed start. */
export async function endLeftoverServer(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, 'server'), 'utf8').catch(() => '0'));
  if (!pid || !(await commandOf(pid))?.includes('next')) return;
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await delay(20);
}

/**
 * Records the process of the shop's server for the next start.
 *
 * @returns deletes the record, because another program may get the process id
 */
export async function rememberServer(dataDir: string, pid: number): Promise<() => Promise<void>> {
  const file = join(dataDir, 'server');
  await writeFile(file, String(pid));
  return () => rm(file, { force: true });
}

/**
 * Takes the exclusive lock of a data folder.
 *
 * @param proc see `commandOf`
 * @returns releases the lock
 * @throws an Error with a plain sentence if another start of the shop has the lock
 */
export async function claimDataDir(dataDir: string, proc?: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'running');
  const pid = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (pid && pid !== process.pid && (await isStart(pid, proc))) {
    throw new Error(`UnStore already runs on ${dataDir} (process ${pid}). Stop it first.`);
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}
