import 'server-only';
import { stringify } from 'csv-stringify/sync';

/** A cell: a text, a number, or money in cents, which is written in euros with two decimals. */
export type CsvCell = string | number | boolean | null | { cents: number };

/**
 * The places where a spreadsheet would begin a formula: the start of a cell, and after anything that some spreadsheet
 * reads as the end of a cell or a row. Full-width and superscript characters count as the ones they resemble.
 */
const formula = /(^|[;\t\r\n])([\s\p{Cc}\p{Cf}]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])/gu;

const toLines = (rows: CsvCell[][], bom: boolean) =>
  stringify(rows, {
    bom,
    record_delimiter: 'windows',
    quoted_match: /[\s;']/,
    cast: {
      string: (text) => text.replaceAll(formula, "$1$2'"),
      number: String,
      boolean: String,
      object: (cell) => ('cents' in cell ? (Number(cell.cents) / 100).toFixed(2) : ''),
    },
  });

/** Rows as CSV. A byte order mark lets spreadsheets read the accents, and no cell can become a formula. */
export const toCsv = (header: readonly string[], rows: CsvCell[][]): string => toLines([[...header], ...rows], true);

const headers = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

/** A response with a CSV to save under a name. It is never cached. */
export const csvResponse = (name: string, csv: string): Response => new Response(csv, { headers: headers(name) });

/** A CSV that is sent while it is read, so that only one page of it is in memory at a time. */
export function csvStream(name: string, header: readonly string[], pages: AsyncIterator<CsvCell[][]>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(toCsv(header, []))),
    async pull(controller) {
      const { value, done } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(toLines(value, false)));
    },
  });
  return new Response(body, { headers: headers(name) });
}
