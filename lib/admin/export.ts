import 'server-only';
import { z } from 'zod';
import type { CsvCell } from '@/lib/core/csv';
import { momentInSpain } from '@/lib/core/day';
import { toCents } from '@/lib/core/money';
import type { RequestClient } from '@/lib/core/supabase/server';
import { type Cursor, type ListFile, type ListFilter, listRows } from './lists';

const pageSize = 1_000;
const cells = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]).catch(null));

/** Columns in euros. The names of columns in cents end with `centimos`. */
const euroColumns = new Set(['amount', 'precio', 'oferta', 'precio_pagado']);
const isCents = (column: string) => /(^|_)centimos$/.test(column);

/** Column names of a CSV file, in which amounts are euros. */
export const fileHeader = (columns: readonly string[]): string[] =>
  columns.map((column) =>
    isCents(column)
      ? column.replace(/centimos$/, 'eur').replace(/^eur$/, 'importe_eur')
      : euroColumns.has(column)
        ? `${column}_eur`
        : column,
  );

const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** Formats a value as in the files of creators: amounts in euros with two decimals, times in Spanish time. */
function toCell(column: string, value: string | number | boolean | null): CsvCell {
  if (value === null || typeof value === 'boolean') return value;
  if (isCents(column)) return { cents: Number(value) };
  if (euroColumns.has(column)) return { cents: toCents(Number(value)) };
  if (
    typeof value === 'string' &&
    moment.test(value) &&
    (column === 'momento' || /_(at|until|inicio|fin)$/.test(column))
  ) {
    return momentInSpain(new Date(value));
  }
  return value;
}

/**
 * Streams a whole list as CSV cells, page by page.
 *
 * @throws if a page cannot be read, so that a truncated file does not look complete
 */
export async function* exportPages(
  client: RequestClient,
  { source, fileColumns }: ListFile,
  filter: ListFilter,
): AsyncGenerator<CsvCell[][], void> {
  let after: Cursor | null = filter.after;
  do {
    const page = await listRows(client, source, { ...filter, after }, cells, pageSize);
    if (!page.ok) throw new Error(`the list ${source} could not be read: ${page.error}`);
    yield page.value.rows.map((row) => fileColumns.map((column) => toCell(column, row[column] ?? null)));
    after = page.value.next;
  } while (after);
}
