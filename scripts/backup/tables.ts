import type postgres from 'postgres';

export type TableSum = {
  /** Qualified, and quoted if necessary. */
  name: string;
  columns: string[];
  rows: number;
  /** Checksum of the rows, independent of their order. */
  sum: string;
};

/**
 * The tables of a backup: all of `public` except the tokens of waiting mails, the users of Auth, and the file list of
 * Storage. The migration lists of Auth and Storage belong to the project and are left out.
 */
const saved = `c.relkind = 'r' and (n.nspname = 'public' and c.relname <> 'secretos_correo'
  or n.nspname = 'auth' and c.relname <> 'schema_migrations'
  or n.nspname = 'storage' and c.relname in ('buckets', 'objects'))`;

/** The tables of a backup with their stored columns. Generated columns are left out. */
async function listTables(sql: postgres.Sql): Promise<Array<{ name: string; columns: string[] }>> {
  return sql.unsafe(`
    select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${saved} group by 1 order by 1`);
}

/**
 * Counts and checksums the rows of one table.
 *
 * @param columns the columns of the checksum, in this order
 */
export async function sumTable(sql: postgres.Sql, name: string, columns: string[]): Promise<TableSum> {
  const [row] = await sql.unsafe(`
    select count(*)::integer as rows, coalesce(sum(
      ('x' || left(md5(row(${columns.join(', ')})::text), 16))::bit(64)::bigint::numeric), 0)::text as sum
    from ${name}`);
  return { name, columns, rows: row?.rows, sum: row?.sum };
}

/**
 * Counts and checksums all tables of a backup. Empty tables of Auth or Storage are left out: another project may lack
 * them.
 */
export async function sumTables(sql: postgres.Sql): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const { name, columns } of await listTables(sql)) sums.push(await sumTable(sql, name, columns));
  return sums.filter(({ name, rows }) => rows > 0 || name.startsWith('public.'));
}

/** The versions of the applied migrations, in order. */
export async function listMigrations(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql`select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
}

/** Session settings that make the text form of every value independent of the server. */
export const sameText = { TimeZone: 'UTC', DateStyle: 'ISO', IntervalStyle: 'postgres', extra_float_digits: '1' };
