import 'server-only';
import { stringify } from 'csv-stringify/sync';
import type { Locale } from '@/lib/core/i18n/locales';

/** A cell: text, number, or money in cents, which is written in euros with two decimals. */
export type CsvCell = string | number | boolean | null | { cents: number };

/**
 * Positions where a spreadsheet would start a formula: the start of a cell, and after any character that some
 * spreadsheet reads as the end of a cell or row. Full-width and superscript characters count as the ones they resemble.
 */
const formulaAfter = (ends: string) =>
  new RegExp(`(^|[${ends}\\t\\r\\n])([\\s\\p{Cc}\\p{Cf}]*)(?=[=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−])`, 'gu');

/**
 * Cell separator and decimal sign that spreadsheets expect in each language. With the wrong one, a Spanish spreadsheet
 * reads 12.50 as text or a date.
 */
const styles = {
  en: { delimiter: ',', decimal: '.', formula: formulaAfter(';') },
  es: { delimiter: ';', decimal: ',', formula: formulaAfter(';,') },
} satisfies Record<Locale, { delimiter: string; decimal: string; formula: RegExp }>;

function toLines(rows: CsvCell[][], bom: boolean, locale: Locale): string {
  const { delimiter, decimal, formula } = styles[locale];
  const number = (text: string) => text.replace('.', decimal);
  return stringify(rows, {
    bom,
    delimiter,
    record_delimiter: 'windows',
    quoted_match: delimiter === ';' ? /[\s;,']/ : /[\s;']/,
    cast: {
      string: (text) => text.replaceAll(formula, "$1$2'"),
      number: (value) => number(String(value)),
      boolean: String,
      object: (cell) => ('cents' in cell ? number((Number(cell.cents) / 100).toFixed(2)) : ''),
    },
  });
}

/**
 * Formats rows as CSV. A byte order mark makes spreadsheets read accents; no cell becomes a formula.
 *
 * @param locale sets cell separator and decimal sign
 */
export const toCsv = (header: readonly string[], rows: CsvCell[][], locale: Locale = 'en'): string =>
  toLines([[...header], ...rows], true, locale);

const headers = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

/** A response that downloads a CSV under a name. It is never cached. */
export const csvResponse = (name: string, csv: string): Response => new Response(csv, { headers: headers(name) });

/** A CSV response that is streamed page by page, so that only one page is in memory. For `locale` see `toCsv`. */
export function csvStream(
  name: string,
  header: readonly string[],
  pages: AsyncIterator<CsvCell[][]>,
  locale: Locale = 'en',
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(toCsv(header, [], locale))),
    async pull(controller) {
      const { value, done } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(toLines(value, false, locale)));
    },
  });
  return new Response(body, { headers: headers(name) });
}
