import 'server-only';
import { stringify } from 'csv-stringify/sync';

/** What a file holds: texts, numbers as numbers, and money in cents, which is written in euros with two decimals. */
export type CsvCell = string | number | boolean | null | { cents: number };

/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and behind what another spreadsheet takes for the
 * end of a cell or of a row. Signs of full width and raised ones count as what they look like.
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

/** Rows as CSV with a byte order mark, so that spreadsheets read the accents; cells never become formulas. */
export const toCsv = (header: readonly string[], rows: CsvCell[][]): string => toLines([[...header], ...rows], true);

const headers = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

/** A CSV to be saved under a name, never cached. */
export const csvResponse = (name: string, csv: string): Response => new Response(csv, { headers: headers(name) });

/** A CSV that is sent page by page while it is read, however long: never more than a page is held in memory. */
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
