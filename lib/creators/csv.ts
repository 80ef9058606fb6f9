import 'server-only';
import { stringify } from 'csv-stringify/sync';

/** A spreadsheet takes a cell that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/;

/** Rows as CSV with a byte order mark, so that spreadsheets read the accents; cells never become formulas. */
export function toCsv(header: string[], rows: (string | number | null)[][]): string {
  const safe = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : (cell ?? ''))),
  );
  return stringify([header, ...safe], { bom: true, record_delimiter: 'windows' });
}

/** A CSV to be saved under a name, never cached. */
export function csvResponse(name: string, csv: string): Response {
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}
