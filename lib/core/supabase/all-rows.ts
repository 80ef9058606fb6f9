import 'server-only';
import { type Answer, dataOf } from '@/lib/core/supabase/data-of';

/** The most rows that one answer of the database's API holds: `max_rows` of supabase/config.toml. What is more is cut. */
export const maxRows = 1_000;

/**
 * Reads a list of any length, answer after answer. Each begins after the last row of the one before, so that rows which
 * come or go meanwhile neither hide others nor show them twice.
 *
 * @param what names the list in an error
 * @param read asks for the first `maxRows` rows after `last`, or from the beginning, in the order of a unique key
 * @throws as `dataOf` does
 */
export async function readAllRows<Row>(
  what: string,
  read: (last: Row | undefined) => PromiseLike<Answer<Row[] | null>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const data = (await dataOf(`${what} query`, read(rows.at(-1)))) ?? [];
    rows.push(...data);
    if (data.length < maxRows) return rows;
  }
}
