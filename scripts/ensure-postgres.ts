import { existsSync } from 'node:fs';
import { installWithApt } from './apt.ts';

/** The oldest version that hosted projects run. */
const folder = '/usr/lib/postgresql/15/bin';

/**
 * The folder of the programs of PostgreSQL 15, which Debian 12 has. Where this is root they are installed if need be.
 *
 * @throws where they cannot be had
 */
export function ensurePostgres15(): string {
  if (!existsSync(folder)) installWithApt('postgresql-15', '--no-install-recommends');
  if (!existsSync(folder)) {
    throw new Error(
      `Nothing ran on PostgreSQL 15: install the package postgresql-15, whose programs are in ${folder}.`,
    );
  }
  return folder;
}
