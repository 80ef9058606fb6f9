import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a package of Debian, where there is apt and a root to run it; elsewhere nothing happens. */
export function installWithApt(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit', timeout: 300_000 });
  apt('update', '-qq');
  apt('install', '-y', '-qq', name);
}
