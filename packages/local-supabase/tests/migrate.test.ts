import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../src/database/migrate.ts';
import { createPlatformDatabase, startScratch } from '../src/database/scratch.ts';

const cluster = await startScratch();
afterAll(() => cluster.stop());
const url = await createPlatformDatabase(cluster.url, 'migrated');
const sql = postgres(url, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());
const dir = await mkdtemp(join(tmpdir(), 'local-supabase-migrations-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(dir, name), text);
const recorded = () =>
  sql`select version, name, statements from supabase_migrations.schema_migrations order by version`;

test('new migrations are applied in order, once, and recorded as by the Supabase CLI', async () => {
  await write('30000101000000_create_things.sql', 'create table public.things (id integer);');
  await write('30000101000100_fill_things.sql', 'insert into public.things values (1);');
  await migrate(url, dir);
  await migrate(url, dir);
  expect(await sql`select id from things`).toEqual([{ id: 1 }]);
  expect(await recorded()).toEqual([
    { version: '30000101000000', name: 'create_things', statements: ['create table public.things (id integer);'] },
    { version: '30000101000100', name: 'fill_things', statements: ['insert into public.things values (1);'] },
  ]);
});

test('a migration is applied once by many concurrent starts', async () => {
  await write('30000101000200_fill_more.sql', 'insert into public.things values (2);');
  await Promise.all(Array.from({ length: 5 }, () => migrate(url, dir)));
  expect(await sql`select id from things where id = 2`).toHaveLength(1);
});

test('a failed migration is rolled back completely', async () => {
  await write('30000101000300_break.sql', 'insert into public.things values (3); select 1 / 0;');
  await expect(migrate(url, dir)).rejects.toThrow('division by zero');
  expect(await sql`select id from things where id = 3`).toHaveLength(0);
  expect(await recorded()).toHaveLength(3);
  await rm(join(dir, '30000101000300_break.sql'));
});

test('a migration older than the newest applied one is refused, with advice', async () => {
  await write('30000101000150_come_late.sql', 'insert into public.things values (4);');
  await expect(migrate(url, dir)).rejects.toThrow(
    /30000101000150_come_late\.sql is older than 30000101000200.*later date/,
  );
  expect(await sql`select id from things where id = 4`).toHaveLength(0);
  await rm(join(dir, '30000101000150_come_late.sql'));
});

test('a database with a changed or deleted migration is refused, with advice', async () => {
  const text = await readFile(join(dir, '30000101000100_fill_things.sql'), 'utf8');
  await write('30000101000100_fill_things.sql', 'insert into public.things values (9);');
  await expect(migrate(url, dir)).rejects.toThrow(/made with other migrations.*30000101000100/);
  await write('30000101000100_fill_things.sql', text);
  await migrate(url, dir);
  await rm(join(dir, '30000101000200_fill_more.sql'));
  await write('30000101000300_go_on.sql', 'insert into public.things values (9);');
  await expect(migrate(url, dir)).rejects.toThrow(/made with other migrations.*30000101000200/);
  expect(await sql`select id from things where id = 9`).toHaveLength(0);
});

test('a migration file without a version is refused', async () => {
  await write('things.sql', 'select 1;');
  await expect(migrate(url, dir)).rejects.toThrow('things.sql is not named');
});
