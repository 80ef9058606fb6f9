import 'server-only';
import { z } from 'zod';
import type { CsvCell } from '@/lib/core/csv';
import type { createRequestClient } from '@/lib/core/supabase/server';
import { type Cursor, type ListFile, type ListFilter, listRows } from './lists';

const pageSize = 1_000;
const cells = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]).catch(null));

/**
 * A whole list, page by page, as the cells of a file.
 *
 * @throws when a page cannot be read, so that a file cut short does not look complete
 */
export async function* exportPages(
  client: Awaited<ReturnType<typeof createRequestClient>>,
  { source, fileColumns }: ListFile,
  filter: ListFilter,
): AsyncGenerator<CsvCell[][], void> {
  let after: Cursor | null = filter.after;
  do {
    const page = await listRows(client, source, { ...filter, after }, cells, pageSize);
    if (!page.ok) throw new Error(`the list ${source} could not be read: ${page.error}`);
    yield page.value.rows.map((row) => fileColumns.map((column) => row[column] ?? null));
    after = page.value.next;
  } while (after);
}
