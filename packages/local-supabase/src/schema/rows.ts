import type postgres from 'postgres';
import type { Difference } from './catalogue.ts';

type Row = Record<string, unknown>;

async function literal(sql: postgres.Sql, table: string, column: string, row: Row): Promise<string> {
  const [answer] = await sql.unsafe(
    `select quote_nullable((jsonb_populate_record(null::${table}, $1::text::jsonb)).${column}::text) as text`,
    [JSON.stringify(row)],
  );
  return answer?.text;
}

/**
 * Writes the statement that makes a row equal to the other database's.
 *
 * @param difference named `row <table> <key>`; an update changes only the columns that differ
 */
async function writeRow(sql: postgres.Sql, { name, left, right }: Difference): Promise<string> {
  const [, table = '', key = ''] = /^row (\S+) (.*)$/s.exec(name) ?? [];
  const id: Row = JSON.parse(key);
  const before: Row = JSON.parse(left ?? '{}');
  const after: Row = JSON.parse(right ?? '{}');
  const text = (column: string, row: Row) => literal(sql, table, quote(column), row);
  const where = (await Promise.all(Object.keys(id).map(async (c) => `${quote(c)} = ${await text(c, id)}`))).join(
    ' and ',
  );
  if (right === undefined) return `delete from ${table} where ${where};`;
  const columns = Object.keys(after).filter(
    (column) => left === undefined || JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  const values = await Promise.all(columns.map((column) => text(column, after)));
  if (left === undefined) {
    return `insert into ${table} (${columns.map(quote).join(', ')})\nvalues (${values.join(', ')});`;
  }
  const changes = columns.map((column, index) => `${quote(column)} = ${values[index]}`).join(',\n  ');
  return `update ${table} set ${changes}\nwhere ${where};`;
}

const quote = (column: string) => (/^[a-z_][a-z0-9_]*$/.test(column) ? column : `"${column}"`);

/** Writes the statements for all differing rows. */
export async function writeRows(sql: postgres.Sql, differences: Difference[]): Promise<string[]> {
  const statements: string[] = [];
  for (const difference of differences.filter(({ name }) => name.startsWith('row '))) {
    statements.push(await writeRow(sql, difference));
  }
  return statements;
}
