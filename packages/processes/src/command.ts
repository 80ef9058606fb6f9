import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Checks whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The command line of a process: empty if there is no such process, undefined if the system does not reveal it.
 *
 * @param proc the procfs folder; without procfs, as on macOS, `ps` is used
 */
export async function commandOf(pid: number, proc = '/proc'): Promise<string | undefined> {
  if (existsSync(`${proc}/${process.pid}`)) return readFile(`${proc}/${pid}/cmdline`, 'utf8').catch(() => '');
  const { error, stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return error ? undefined : stdout;
}
