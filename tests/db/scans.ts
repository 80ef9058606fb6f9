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

/**
 * Counts the pages of 8 kB that a call reads, including functions. The minimum of five calls on one connection: the
 * first one also loads the system catalogue, as do later ones after invalidations caused by other connections.
 *
 * @param transaction the transaction of the call
 * @param call the select list, such as `my_function($1)`
 */
export async function pagesRead(transaction: Sql, call: string, values: unknown[] = []): Promise<number> {
  const reads: number[] = [];
  while (reads.length < 5) {
    const [row] = await transaction.unsafe(
      `explain (analyze, buffers, timing off, format json) select * from ${call}`,
      values as never[],
    );
    const plan = row?.['QUERY PLAN'][0].Plan;
    reads.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
  }
  return Math.min(...reads);
}
