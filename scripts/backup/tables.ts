import type postgres from 'postgres';

export type TableSum = {
  /** Qualified, and quoted where it has to be. */
  name: string;
  columns: string[];
  rows: number;
  /** The same for the same rows, in whatever order they are. */
  sum: string;
};

/**
 * What a backup holds: all of `public`, the people of Auth, and what Storage knows of its files. Auth and Storage keep
 * lists of their own migrations, which belong to the project and stay there.
 */
const saved = `c.relkind = 'r' and (n.nspname = 'public'
  or n.nspname = 'auth' and c.relname <> 'schema_migrations'
  or n.nspname = 'storage' and c.relname in ('buckets', 'objects'))`;

/** The tables of a backup, with the columns that are stored: generated ones make themselves. */
async function listTables(sql: postgres.Sql): Promise<Array<{ name: string; columns: string[] }>> {
  return sql.unsafe(`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${saved} group by 1 order by 1`);
}

/**
 * Counts and sums up the rows of one table.
 *
 * @param columns which columns count, in this order
 */
export async function sumTable(sql: postgres.Sql, name: string, columns: string[]): Promise<TableSum> {
  const [row] = await sql.unsafe(`
    select count(*)::integer as rows, coalesce(sum(
      ('x' || left(md5(row(${columns.join(', ')})::text), 16))::bit(64)::bigint::numeric), 0)::text as sum
    from ${name}`);
  return { name, columns, rows: row?.rows, sum: row?.sum };
}

/**
 * Sums up everything that a backup holds. A table of Auth or Storage without rows is left out: another project may not
 * have it.
 */
export async function sumTables(sql: postgres.Sql): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const { name, columns } of await listTables(sql)) sums.push(await sumTable(sql, name, columns));
  return sums.filter(({ name, rows }) => rows > 0 || name.startsWith('public.'));
}

/** The versions of the migrations that a database has, in order. */
export async function listMigrations(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql`select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
}

/** A connection that writes every value as the same text, wherever it runs. */
export const sameText = { TimeZone: 'UTC', DateStyle: 'ISO', IntervalStyle: 'postgres', extra_float_digits: '1' };
