import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isOurs(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'start.ts');
  return isAlive(pid) && /\b(?:start|dev)\.ts/.test(command);
}

/** Stops a server of the shop that was left running because its start was killed. */
export async function endLeftoverServer(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, 'server'), 'utf8').catch(() => '0'));
  const command = pid ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  if (!command.includes('next')) return;
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
 * @throws an Error in plain words when another start of the shop already runs on it
 */
export async function claimDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'running');
  const pid = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (pid && pid !== process.pid && (await isOurs(pid))) {
    throw new Error(`UnStore already runs on ${dataDir} (process ${pid}). Stop it first, or set UNSTORE_DATA.`);
  }
  await writeFile(file, String(process.pid));
}
