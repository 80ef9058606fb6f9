import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs Debian packages if apt and root are available; does nothing otherwise. Starts no service. */
export function installWithApt(...names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit', timeout: 300_000, env });
  apt('update', '-qq');
  // One by one: apt installs none of its packages if it does not know one.
  for (const name of names) apt('install', '-y', '-qq', name);
}

/** Installs the packages of which something is missing, and says which ones could not be installed. */
export function ensurePackages(packages: { find: () => unknown; name: string }[]): void {
  const findMissing = () => packages.filter(({ find }) => !find()).map(({ name }) => name);
  const missing = findMissing();
  if (missing.length > 0) installWithApt(...missing);
  for (const name of findMissing()) console.warn(`Install the package ${name}: the tests that need it will fail.`);
}
