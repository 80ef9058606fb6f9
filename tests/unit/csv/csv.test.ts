import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvCell, csvStream, toCsv } from '@/lib/core/csv';

const read = (csv: string): string[][] => parse(csv, { bom: true, relax_column_count: true });
const body = (...cells: CsvCell[]) => toCsv(['a', 'b', 'c'], [cells]).split('\r\n')[1];
/** Detects a formula as spreadsheets do, after characters that they skip. */
const isFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell);

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        '\n',
        '\r',
        '\r\n',
        '\t',
        ' ',
        ',',
        ';',
        '"',
        "'",
        '\u200b',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constant('cmd|calc'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('toCsv', () => {
  it('never turns a text into a formula, and is parsed to the same cells', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile, fc.integer()), { minLength: 1, maxLength: 5 }), (rows) => {
        const cells = read(toCsv(['a', 'b', 'c'], rows)).slice(1);
        expect(cells).toHaveLength(rows.length);
        for (const [index, [first, second, number]] of rows.entries()) {
          const row = cells[index] ?? [];
          expect(row).toHaveLength(3);
          expect(row[2]).toBe(String(number));
          for (const [cell, sent] of [
            [row[0] ?? '', first],
            [row[1] ?? '', second],
          ] as const) {
            expect(isFormula(cell)).toBe(false);
            // Only apostrophes were added.
            expect(cell.replaceAll("'", '')).toBe(sent.replaceAll("'", ''));
          }
        }
      }),
      { numRuns: 2_000 },
    ));

  it('starts no row or cell with a formula if quotes or separators are parsed differently', () =>
    fc.assert(
      fc.property(hostile, (text) => {
        const csv = toCsv(['a', 'b', 'c'], [['x', text, 'y']]);
        for (const piece of csv.split(/[\r\n;\t]/)) expect(isFormula(piece)).toBe(false);
      }),
      { numRuns: 2_000 },
    ));

  it.each([
    ['=1+1', "'=1+1"],
    ['  @SUM(A1)', "  '@SUM(A1)"],
    ['＝1', "'＝1"],
    ['hola\n=1+1', "hola\n'=1+1"],
    ['a;=1', "a;'=1"],
    ['5-3', '5-3'],
    ['correo@gmail.com', 'correo@gmail.com'],
  ])('writes %j as %j', (sent, cell) => expect(read(toCsv(['a'], [[sent]]))[1]).toEqual([cell]));

  it('quotes a lone line feed and a lone carriage return', () => {
    expect(toCsv(['a'], [['x\n=1']])).toContain('"x\n');
    expect(toCsv(['a'], [['x\r=1']])).toContain('"x\r');
  });

  it('leaves numbers unchanged', () => {
    expect(body(-12.5, 0, { cents: -1250 })).toBe('-12.5,0,-12.50');
    expect(body({ cents: 5 }, true, null)).toBe('0.05,true,');
  });

  it('writes a stream like a whole file', async () => {
    async function* pages() {
      yield [['x\n=1', -3, null]] as CsvCell[][];
      yield [['=2', 4, { cents: 100 }]] as CsvCell[][];
    }
    const streamed = new Uint8Array(await csvStream('a.csv', ['a', 'b', 'c'], pages()).arrayBuffer());
    const whole = toCsv(
      ['a', 'b', 'c'],
      [
        ['x\n=1', -3, null],
        ['=2', 4, { cents: 100 }],
      ],
    );
    expect(Buffer.from(streamed).toString()).toBe(whole);
  });

  describe('for a Spanish spreadsheet', () => {
    const readSpanish = (csv: string): string[][] => parse(csv, { bom: true, delimiter: ';' });

    it('separates by semicolons, and writes decimals with a comma, even negative ones', () => {
      const csv = toCsv(['a', 'b', 'c'], [[-12.5, 3, { cents: -1250 }]], 'es');
      expect(csv.split('\r\n')[1]).toBe('"-12,5";3;"-12,50"');
      expect(readSpanish(csv)[1]).toEqual(['-12,5', '3', '-12,50']);
    });

    it('has correct sums to the cent', () =>
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), { minLength: 1 }), (amounts) => {
          const csv = toCsv(
            ['eur'],
            amounts.map((cents) => [{ cents }]),
            'es',
          );
          const sum = readSpanish(csv)
            .slice(1)
            .reduce((total, [cell = '']) => total + Math.round(Number(cell.replace(',', '.')) * 100), 0);
          expect(sum).toBe(amounts.reduce((total, cents) => total + cents, 0));
        }),
      ));

    it('starts no cell with a formula for any separator', () =>
      fc.assert(
        fc.property(hostile, (text) => {
          const csv = toCsv(['a', 'b', 'c'], [['x', text, 'y']], 'es');
          expect(readSpanish(csv)[1]).toHaveLength(3);
          for (const piece of csv.split(/[\r\n;,\t]/)) expect(isFormula(piece)).toBe(false);
        }),
        { numRuns: 2_000 },
      ));
  });
});
