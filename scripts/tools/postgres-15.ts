import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian, Homebrew and the packages of postgresql.org put PostgreSQL 15, the oldest version of hosted projects. */
const folders = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
];

/** The program folder of PostgreSQL 15, if installed. */
export const findPostgres15 = (): string | undefined => folders.find((folder) => existsSync(folder));

/** Checks whether plpgsql_check is installed for it. */
export function hasPlpgsqlCheck(): boolean {
  const folder = findPostgres15();
  return folder !== undefined && existsSync(join(folder, '../lib/plpgsql_check.so'));
}
