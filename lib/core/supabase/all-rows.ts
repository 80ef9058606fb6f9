import 'server-only';
import { type Answer, dataOf } from '@/lib/core/supabase/data-of';

/** The most rows of one API response (`max_rows` in supabase/config.toml). Further rows are cut off silently. */
export const maxRows = 1_000;

/**
 * Reads a list of any length page by page, each after the last row of the one before, so that concurrent changes
 * neither hide nor repeat rows.
 *
 * @param what names the list in errors
 * @param read reads the first `maxRows` rows after `last`, or from the beginning, ordered by a unique key
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
