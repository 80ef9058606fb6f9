import { existsSync } from 'node:fs';

/** Debian's folder of PostgreSQL 15, the oldest version of hosted projects. */
const folder = '/usr/lib/postgresql/15/bin';

/** Checks whether plpgsql_check is installed for it. */
export const hasPlpgsqlCheck = (): boolean => existsSync('/usr/lib/postgresql/15/lib/plpgsql_check.so');

/** The program folder of PostgreSQL 15, if installed. */
export const findPostgres15 = (): string | undefined => (existsSync(folder) ? folder : undefined);
