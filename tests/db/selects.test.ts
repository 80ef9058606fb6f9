import { readFileSync } from 'node:fs';
import { type Reading, readApiSchema, resolveSelect } from '@unstore/local-supabase/postgrest';
import { describe, expect, test } from 'vitest';
import { openDatabase } from './harness.ts';
import { calledOnce, productSources, queriesOf, queriesOfText, type SourceQuery } from './source-queries.ts';

// Checks every query of a table in the shop, by the rules of PostgREST, against foreign keys and grants.
const { sql } = await openDatabase();
const schema = await readApiSchema(sql);
const granted = await sql<{ role: string; table: string; column: string }[]>`
  select r.rolname as role, c.relname as table, a.attname as column
  from pg_roles r, pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where r.rolname in ('anon', 'authenticated', 'service_role') and c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p', 'v', 'm') and has_column_privilege(r.oid, c.oid, a.attnum, 'select')`;
const readable = new Set(granted.map(({ role, table, column }) => `${role} ${table}.${column}`));

const filters = new Set(
  'eq neq gt gte lt lte like ilike is in not contains containedBy overlaps textSearch order'.split(' '),
);
const changes = new Set(['insert', 'update', 'upsert', 'delete']);

function unreadableIn(reading: Reading, role: string): string[] {
  const own = reading.columns.filter((column) => !readable.has(`${role} ${reading.table}.${column}`));
  return [
    ...own.map((column) => `${role} may not read ${reading.table}.${column}`),
    ...[...reading.embedded.values()].flatMap((inner) => unreadableIn(inner, role)),
  ];
}

/** A column that a filter or an order names, alone or behind the names of embedded tables. */
function problemOfColumn(path: string, reading: Reading, role: string): string[] {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const inner = reading.embedded.get(first);
    return inner ? problemOfColumn(rest.join('.'), inner, role) : [`${first} of ${path} is not embedded`];
  }
  const column = first.replace(/->.*$/, '');
  if (!schema.columns.get(reading.table)?.has(column)) return [`${reading.table} has no column ${column}`];
  return readable.has(`${role} ${reading.table}.${column}`) ? [] : [`${role} may not read ${reading.table}.${column}`];
}

const conditionColumns = (condition: string) =>
  [...condition.matchAll(/(?:^|[(,])([a-z_]+)\.(?:not\.)?(?:eq|neq|gte?|lte?|is|in|i?like)\./g)].map(
    ([, name = '']) => name,
  );

/** Everything that PostgREST or the database would refuse in a question; nothing for a good one. */
function problemsOf({ table, role, steps, text }: SourceQuery): string[] {
  const selects = steps.filter(({ name }) => name === 'select');
  const read = selects.map(({ args }) => (args.length === 0 ? '*' : text(args[0])));
  if (read.includes(null)) return ['its select is not made of literals and constants'];
  const reading = resolveSelect(schema, table, read[0] ?? '');
  if (read.length > 0 && 'status' in reading) return [`${reading.status} ${reading.code} ${reading.message}`];
  const seen: Reading = 'status' in reading ? { table, columns: [], embedded: new Map() } : reading;
  return [
    ...(schema.columns.has(table) ? [] : [`there is no table ${table}`]),
    ...unreadableIn(seen, role),
    ...steps.flatMap(({ name, args }) => {
      if (name === 'or')
        return conditionColumns(args[0]?.getText().slice(1) ?? '').flatMap((column) =>
          problemOfColumn(column, seen, role),
        );
      if (!filters.has(name)) return [];
      const column = text(args[0]);
      if (column === null) return [`${name} names no literal column`];
      const embedded = /referencedTable: '(\w+)'/.exec(args[1]?.getText() ?? '')?.[1];
      return problemOfColumn(embedded ? `${embedded}.${column}` : column, seen, role);
    }),
  ];
}

const maxRows = Number(/max_rows = (\d+)/.exec(readFileSync('supabase/config.toml', 'utf8'))?.[1]);
const ends = new Set(['single', 'maybeSingle', 'range']);

/** A read that may find more rows than an answer holds, and does not say how many it wants. */
function isEndless({ steps, text }: SourceQuery): boolean {
  if (!steps.some(({ name }) => name === 'select') || steps.some(({ name }) => changes.has(name) || ends.has(name)))
    return false;
  if (steps.some(({ name, args }) => name === 'select' && args[1]?.getText().includes('head: true'))) return false;
  const limit = steps.find(({ name, args }) => name === 'limit' && args.length === 1);
  return !limit || Number(text(limit.args[0]) ?? 0) > maxRows;
}

describe('the queries of the shop', () => {
  const { queries, unreadable } = queriesOf(productSources());

  test('can all be parsed from the sources', () => {
    expect(unreadable).toEqual([]);
    expect(queries.length).toBeGreaterThan(60);
    // Calls of functions have no column names that could be wrong.
    const direct = productSources().filter((file) => /rest\/v1(?!\/rpc\/)/.test(readFileSync(file, 'utf8')));
    expect(direct).toEqual([]);
  });

  test.each(queries)('$at: $table as $role', (query) => expect(problemsOf(query)).toEqual([]));

  test('have a limit if they return a list', () => {
    expect(queries.filter(isEndless).map(({ at, table }) => `${at} ${table}`)).toEqual([]);
  });

  test('have a limit inside functions that return a list', async () => {
    const called = calledOnce(productSources());
    expect(called.size).toBeGreaterThan(60);
    const lists = await sql<{ name: string; body: string }[]>`
      select proname as name, prosrc as body from pg_proc
      where pronamespace = 'public'::regnamespace and proretset and proname = any (${[...called.keys()]})`;
    // One row for each edition of a product.
    const short = ['precios_minimos'];
    const endless = lists.filter(({ name, body }) => !/\blimit\b/.test(body) && !short.includes(name));
    expect(endless.map(({ name }) => `${name} in ${called.get(name)}: use readRpcRows`)).toEqual([]);
  });
});

/** Findings of the test in sources with one fault each. */
const faults: [source: string, problem: RegExp][] = [
  ["createPublicClient().from('productos').select('id,nadie')", /column productos.nadie does not exist/],
  ["createPublicClient().from('productos').select('base:productos!productos_base_id_fkey(slug)')", /PGRST200/],
  ["createPublicClient().from('productos').select('slug,facturas(id)')", /PGRST200/],
  ["createPublicClient().from('adquisiciones').select('id,usuarios_meta(id)')", /PGRST201/],
  ["createPublicClient().from('productos').select('id,usuarios_meta!productos_base_id_fkey(id)')", /PGRST200/],
  ["createPublicClient().from('productos').select('id,ediciones(id,nada)')", /column ediciones.nada does not exist/],
  ["createPublicClient().from('productos').select('id,...ediciones!inner(nada)')", /column ediciones.nada/],
  ["createPublicClient().from('productos').select('nombre.count()')", /PGRST123/],
  ["createPublicClient().from('productos').select('id').eq('nada', 1)", /has no column nada/],
  ["createPublicClient().from('productos').select('id').order('nada')", /has no column nada/],
  ["createPublicClient().from('productos').select('id').or('id.is.null,and(nada.eq.1)')", /has no column nada/],
  ["createPublicClient().from('productos').select('id').eq('ediciones.id', 1)", /ediciones of ediciones.id is not/],
  ["createPublicClient().from('productos').select('id,ediciones(id)').eq('ediciones.nada', 1)", /has no column nada/],
  ["createPublicClient().from('nada').select('id')", /PGRST205/],
  ["createPublicClient().from('productos').update({ a: 1 }).eq('nada', 1)", /has no column nada/],
  ["createPublicClient().from('productos').select('download_link')", /anon may not read productos.download_link/],
  ["createPublicClient().from('productos').select()", /anon may not read/],
  ["createPublicClient().from('productos').select(columns)", /not made of literals/],
  [`createPublicClient().from('productos').select(\`id,\${columns}\`)`, /not made of literals/],
  ["const query = createPublicClient().from('productos').select('id'); query.eq('nada', 1)", /has no column nada/],
  ["function a() { return createPublicClient().from('productos').select('id'); } a().order('nada')", /no column nada/],
  ["const c = 'id,nadie' as const; createPublicClient().from('productos').select(c)", /nadie does not exist/],
];

describe('the check of queries finds', () => {
  test.each(faults)('%s', (source, problem) => {
    const { queries, unreadable } = queriesOfText(source);
    expect([...unreadable, ...queries.flatMap(problemsOf)].join('\n')).toMatch(problem);
  });

  test.each(["createPublicClient().from(table).select('id')", "someClient.from('productos').select('id')"])(
    'unparsable code: %s',
    (source) => expect(queriesOfText(source).unreadable).toHaveLength(1),
  );

  const endless = [
    "createPublicClient().from('productos').select('id')",
    "createPublicClient().from('productos').select('id').limit(5_000)",
    "createPublicClient().from('productos').select('id,ediciones(id)').limit(5, { referencedTable: 'ediciones' })",
    "function a() { return createPublicClient().from('productos').select('id'); } a().order('id')",
  ];
  test.each(endless)('and a list without a limit: %s', (source) => {
    expect(queriesOfText(source).queries.filter(isEndless)).toHaveLength(1);
  });
});
