import 'server-only';
import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | boolean | null;

/** A spreadsheet takes a cell that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/;

const toCell = (cell: CsvCell) =>
  typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell === null ? '' : String(cell);

const toLines = (rows: CsvCell[][], bom: boolean) =>
  stringify(
    rows.map((row) => row.map(toCell)),
    { bom, record_delimiter: 'windows' },
  );

/** Rows as CSV with a byte order mark, so that spreadsheets read the accents; cells never become formulas. */
export const toCsv = (header: string[], rows: CsvCell[][]): string => toLines([header, ...rows], true);

const headers = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

/** A CSV to be saved under a name, never cached. */
export const csvResponse = (name: string, csv: string): Response => new Response(csv, { headers: headers(name) });

/** A CSV that is sent page by page while it is read, however long: never more than a page is held in memory. */
export function csvStream(name: string, header: string[], pages: AsyncIterator<CsvCell[][]>): Response {
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
