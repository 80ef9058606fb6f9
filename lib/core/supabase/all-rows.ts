import 'server-only';

/** The most rows that one answer of the database's API holds: `max_rows` of supabase/config.toml. What is more is cut. */
export const maxRows = 1_000;

type Answer<Row> = PromiseLike<{ data: Row[] | null; error: { message: string } | null }>;

/**
 * Reads a list of any length, answer after answer. Each begins after the last row of the one before, so that rows which
 * come or go meanwhile neither hide others nor show them twice.
 *
 * @param what names the list in an error
 * @param read asks for the first `maxRows` rows after `last`, or from the beginning, in the order of a unique key
 * @throws when the database does not answer
 */
export async function readAllRows<Row>(what: string, read: (last: Row | undefined) => Answer<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data, error } = await read(rows.at(-1));
    if (error) throw new Error(`${what} query failed: ${error.message}`);
    rows.push(...(data ?? []));
    if (!data || data.length < maxRows) return rows;
  }
}
