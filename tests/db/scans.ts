import type { Sql } from './harness.ts';

/**
 * Which tables some work reads from end to end. They are counted in its own transaction: the counts for everybody come
 * late, and hold what other connections have done.
 *
 * @param transaction the one that the work is done in
 * @param tables the names of the tables that are watched
 * @returns the names of those that were read, in the order in which they were given
 */
export async function scannedBy(
  transaction: Sql,
  tables: string[],
  work: (transaction: Sql) => Promise<unknown>,
): Promise<string[]> {
  const count = async () => {
    const rows = await transaction`select relname, seq_scan::int as scans from pg_stat_xact_user_tables
      where relname = any (${tables})`;
    return new Map(rows.map(({ relname, scans }) => [relname, scans]));
  };
  const before = await count();
  await work(transaction);
  const after = await count();
  return tables.filter((table) => after.get(table) !== before.get(table));
}
