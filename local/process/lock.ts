import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandOf, isAlive } from './command.ts';

/** Whether a start of the shop runs as this process. Where that cannot be known, any process is taken for one. */
async function isStart(pid: number, proc?: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandOf(pid, proc);
  return command === undefined || /\b(?:start|dev)\.ts/.test(command);
}

/** Stops a server of the shop that was left running because its start was killed. */
export async function endLeftoverServer(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, 'server'), 'utf8').catch(() => '0'));
  if (!pid || !(await commandOf(pid))?.includes('next')) return;
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await delay(20);
}

/** Records the shop's server, so that the next start can find it. */
export async function rememberServer(dataDir: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, 'server'), String(pid));
}

/**
 * Makes this process the only one on a data folder.
 *
 * @param proc see `commandOf`
 * @returns gives it up
 * @throws an Error in plain words when another start of the shop already runs on it
 */
export async function claimDataDir(dataDir: string, proc?: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'running');
  const pid = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (pid && pid !== process.pid && (await isStart(pid, proc))) {
    throw new Error(`UnStore already runs on ${dataDir} (process ${pid}). Stop it first, or set UNSTORE_DATA.`);
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}
