import { existsSync } from 'node:fs';
import { installWithApt } from './debian.ts';

/** Where Debian puts the programs of PostgreSQL 15, the oldest version that hosted projects run. */
const folder = '/usr/lib/postgresql/15/bin';

/** Installs PostgreSQL 15 where that can be done: Debian 12 has it. */
export function installPostgres15(): void {
  if (!existsSync(folder)) installWithApt('postgresql-15');
}

/**
 * The folder of the programs of PostgreSQL 15.
 *
 * @throws where they are missing
 */
export function findPostgres15(): string {
  if (existsSync(folder)) return folder;
  throw new Error(`Nothing ran on PostgreSQL 15: install the package postgresql-15, whose programs are in ${folder}.`);
}
