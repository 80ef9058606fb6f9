import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shopMigrations } from '../../../local/database/migrate.ts';
import { findBreaking, findSlowIndexes, promise } from '../../../local/database/schema/breaking.ts';

test.each([
  ['drop table public.visitas', 'drop table public.visitas'],
  ['ALTER TABLE "public"."pagos"\n  DROP COLUMN "canal"', 'DROP COLUMN "canal"'],
  ['alter table pagos rename column canal to via', 'alter table pagos rename column canal to via'],
  ['alter table pagos rename to cobros', 'alter table pagos rename to cobros'],
  ['DROP FUNCTION "public"."vetar"(uuid)', 'DROP FUNCTION "public"."vetar"(uuid)'],
  ['alter table pagos alter column tipo type varchar(9)', 'alter table pagos alter column tipo type varchar(9)'],
  ['alter table pagos alter column tipo set not null', 'alter table pagos alter column tipo set not null'],
])('%s may break the release that still runs', (statement, line) => {
  expect(findBreaking(`select 1;\n${statement};\nselect 2;`)).toEqual([line]);
  expect(findBreaking(`select 1;\n${promise}\n${statement};`)).toEqual([]);
  // The promise is about one statement.
  expect(findBreaking(`${promise}\n${statement};\n${statement};`)).toEqual([line]);
});

test.each([
  'create table public.visitas (id integer not null)',
  'alter table pagos add column canal text not null default $$web$$',
  'drop policy pagos_select on pagos',
  'drop index pagos_estado_idx',
  'create function f() returns void language plpgsql as $f$ begin drop table x; end $f$',
  '-- drop table x;\nselect 1',
])('%s does not', (statement) => {
  expect(findBreaking(`${statement};`)).toEqual([]);
});

test('no migration takes anything from the release before it, unless it says that nothing is missed', async () => {
  // Those up to this one were applied together, before there was a release.
  const first = '20261122054128';
  const files = (await readdir(shopMigrations)).filter((file) => file.slice(0, 14) > first);
  for (const file of files) {
    expect(findBreaking(await readFile(join(shopMigrations, file), 'utf8')), file).toEqual([]);
  }
});

test.each<[string, string[]]>([
  ['create index pagos_x_idx on public.pagos using btree (x)', ['pagos']],
  ['CREATE UNIQUE INDEX pagos_x_idx\n  ON "public"."pagos" USING btree (x)', ['pagos']],
  ['create index if not exists pagos_x_idx on pagos (x)', []],
  ['create table visitas (id integer);\ncreate index visitas_id_idx on public.visitas (id)', []],
  ['alter table visitas add column x integer;\ncreate index if not exists pagos_x_idx on pagos (x)', ['pagos']],
  [
    'create table visitas (id integer);\nalter table visitas enable row level security;\ncreate index on visitas (id)',
    [],
  ],
  ['create function f() returns void language sql as $f$ create index on pagos (x) $f$', []],
])('%s keeps the shop waiting for %j', (statements, tables) => {
  expect(findSlowIndexes(`${statements};`)).toEqual(tables);
});

test('no migration keeps the shop waiting while it builds an index', async () => {
  const first = '20261125150000';
  const files = (await readdir(shopMigrations)).filter((file) => file.slice(0, 14) > first);
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    expect(findSlowIndexes(await readFile(join(shopMigrations, file), 'utf8')), file).toEqual([]);
  }
});
