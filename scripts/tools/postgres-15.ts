import { existsSync } from 'node:fs';

/** Where Debian puts the programs of PostgreSQL 15, the oldest version that hosted projects run. */
const folder = '/usr/lib/postgresql/15/bin';

/** Whether the extension that checks PL/pgSQL is there for it. */
export const hasPlpgsqlCheck = (): boolean => existsSync('/usr/lib/postgresql/15/lib/plpgsql_check.so');

/** The folder of the programs of PostgreSQL 15, if this machine has them. */
export const findPostgres15 = (): string | undefined => (existsSync(folder) ? folder : undefined);
