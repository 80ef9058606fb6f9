import { expect, test } from 'vitest';
import { openDatabase } from './harness.ts';

const { sql } = await openDatabase();

const roles = ['anon', 'authenticated', 'service_role'] as const;
type Role = (typeof roles)[number];

const readableColumns = await sql`
  select c.relname as table, a.attname as column, r.role
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  cross join unnest(array['anon', 'authenticated', 'service_role']) r(role)
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and has_column_privilege(r.role, c.oid, a.attname, 'SELECT')
  order by 1, a.attnum`;

const readableBy = (role: Role, table: string): string[] =>
  readableColumns.filter((row) => row.role === role && row.table === table).map(({ column }) => column);

async function tableColumns(table: string): Promise<string[]> {
  const rows = await sql`select column_name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`;
  return rows.map(({ column_name }) => column_name);
}

/** Tables of which a role reads some columns; the snapshot in hosted-shape.test.ts lists which. */
const readInPart = [
  'usuarios_meta',
  'productos',
  'ediciones',
  'adquisiciones',
  'reembolsos',
  'reportes',
  'solicitudes',
  'mensajes_solicitud',
  'revisiones_producto',
  'withdrawals',
  'preguntas',
  'publicaciones',
  'anuncios',
];

test('every other table is readable in full or not at all', async () => {
  const tables = await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  for (const { relname } of tables.filter(({ relname }) => !readInPart.includes(relname))) {
    for (const role of roles) {
      const readable = readableBy(role, relname);
      if (readable.length > 0) expect(readable, `${role} ${relname}`).toEqual(await tableColumns(relname));
    }
  }
});

test('every function sets its search path, or resolves names at creation', async () => {
  const rows = await sql`
    select proname from pg_proc where pronamespace::regnamespace::text in ('public', 'privado') and prosqlbody is null
      and not coalesce(proconfig, '{}') @> array['search_path=""']`;
  expect(rows).toEqual([]);
});

test('a record variable of a function has one shape, so its plan is cached per connection', async () => {
  const functions = await sql`select proname, prosrc from pg_proc join pg_language l on l.oid = prolang
    where pronamespace::regnamespace::text in ('public', 'privado') and lanname = 'plpgsql' order by proname`;
  const filledTwice = functions.flatMap(({ proname, prosrc }) =>
    [...String(prosrc).matchAll(/^\s*(\w+) record;/gm)]
      .filter(([, name]) => [...prosrc.matchAll(new RegExp(`\\binto (?:strict )?${name}\\b`, 'g'))].length > 1)
      .map(([, name]) => `${proname}: ${name}`),
  );
  expect(functions.length).toBeGreaterThan(100);
  expect(filledTwice).toEqual([]);
});

test('every table has row level security, and every policy has one operation and named roles', async () => {
  expect(
    await sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  ).toEqual([]);
  expect(
    await sql`select policyname from pg_policies where schemaname in ('public', 'storage')
    and (cmd = 'ALL' or 'public' = any (roles))`,
  ).toEqual([]);
});

test('a session without its second factor reads no more than visitors', async () => {
  const rows = await sql`select tablename from pg_policies where schemaname = 'public' and cmd = 'SELECT'
    group by tablename having not bool_or('anon' = any (roles))
      and not bool_or(permissive = 'RESTRICTIVE' and qual ~ 'sesion_completa') order by tablename`;
  expect(rows.map(({ tablename }) => tablename)).toEqual([]);
});

test('policies evaluate the caller once per statement, not per row', async () => {
  const rows = await sql`select policyname, qual, with_check from pg_policies where schemaname = 'public'`;
  for (const { policyname, qual, with_check } of rows) {
    const text = `${qual} ${with_check}`.replaceAll(
      /\( SELECT (auth\.uid|privado\.(es_admin|puede_actuar|sesion_completa))\(\) AS \w+\)/g,
      '',
    );
    expect(text, policyname).not.toMatch(/uid\(\)|es_admin\(\)|puede_actuar\(\)|sesion_completa\(\)/);
  }
});

test('every foreign key has an index starting with its columns', async () => {
  const missing = await sql`
    select c.conrelid::regclass::text as table, c.conname as key from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`;
  expect(missing).toEqual([]);
});
