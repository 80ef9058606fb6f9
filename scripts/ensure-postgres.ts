import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The oldest version that hosted projects run. */
const folder = '/usr/lib/postgresql/15/bin';

/**
 * The folder of the programs of PostgreSQL 15, which Debian 12 has. Where this is root they are installed if need be.
 *
 * @throws where they cannot be had
 */
export function ensurePostgres15(): string {
  if (!existsSync(folder) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: 'inherit',
        timeout: 300_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'postgresql-15');
  }
  if (!existsSync(folder)) {
    throw new Error(
      `Nothing ran on PostgreSQL 15: install the package postgresql-15, whose programs are in ${folder}.`,
    );
  }
  return folder;
}
