import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  return isAlive(pid) && command.includes('start.ts');
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
