import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatformDatabase } from '@unstore/local-supabase/database';
import {
  applySchemas,
  compareCatalogues,
  describeDrift,
  findDrift,
  makeMigration,
  readCatalogue,
} from '@unstore/local-supabase/schema';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrateShop, shopFolders, shopRoot } from '../../local/project.ts';
import { openDatabase } from './harness.ts';

const server = inject('databaseUrl');
const minutes = 60_000;
const { sql } = await openDatabase({ connections: 1 });

/** A database with the migrations, shared by all tests. */
const template = `migrada_${randomUUID().slice(0, 8)}`;
beforeAll(async () => migrateShop(await createPlatformDatabase(server, template)));

const generated = { project: shopRoot, head: '-- Generated.' };

/** Copies of the schema files and the migrations, to be changed. */
async function copyFolders() {
  const folder = await mkdtemp(join(tmpdir(), 'unstore-schemas-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const folders = { schemas: join(folder, 'schemas'), migrations: join(folder, 'migrations') };
  await cp(shopFolders.schemas, folders.schemas, { recursive: true });
  await cp(shopFolders.migrations, folders.migrations, { recursive: true });
  const change = async (file: string, from: string, to: string) => {
    const path = join(folders.schemas, file);
    const text = await readFile(path, 'utf8');
    expect(text.split(from), `${from} in ${file}`).toHaveLength(2);
    await writeFile(
      path,
      text.replace(from, () => to),
    );
  };
  return { ...folders, template, change };
}

describe('a comparison of two catalogues', () => {
  const changes: Array<[what: string, sql: string, differences: string[]]> = [
    [
      'a table',
      'create table public.nueva (id integer); revoke all on public.nueva from anon, authenticated, service_role',
      ['relation public.nueva', 'column public.nueva.id'],
    ],
    [
      'a type',
      'alter table correos alter column ultimo_error type varchar(500)',
      ['column public.correos.ultimo_error'],
    ],
    ['a default', "alter table resenas alter column texto set default '-'", ['column public.resenas.texto']],
    ['row level security', 'alter table follows disable row level security', ['relation public.follows']],
    ['a right on a table', 'grant select on correos to authenticated', ['relation public.correos']],
    ['a right on a column', 'grant update (bio) on usuarios_meta to anon', ['column public.usuarios_meta.bio']],
    [
      'a constraint',
      'alter table withdrawals drop constraint withdrawals_amount_check',
      ['constraint public.withdrawals withdrawals_amount_check'],
    ],
    ['an index', 'drop index public.pagos_estado_idx', ['index public.pagos_estado_idx']],
    ['a policy', 'alter policy follows_select on follows using (false)', ['policy public.follows follows_select']],
    ['a policy on files', 'drop policy objetos_select on storage.objects', ['policy storage.objects objetos_select']],
    ['a trigger', 'alter table pagos disable trigger liberar_reservas', ['trigger public.pagos liberar_reservas']],
    ['a trigger on people', 'drop trigger exigir_dominio on auth.users', ['trigger auth.users exigir_dominio']],
    [
      'the text of a function',
      `create or replace function privado.plazo_en_camino() returns interval
        language sql immutable set search_path = '' as $$ select interval '4 days' $$`,
      ['function privado.plazo_en_camino()'],
    ],
    ['a setting of a function', 'alter function privado.es_admin() reset search_path', ['function privado.es_admin()']],
    [
      'a right to call',
      'grant execute on function privado.saldo_creador(uuid) to anon',
      ['function privado.saldo_creador(uuid)'],
    ],
    ['a right on a schema', 'revoke usage on schema public from anon', ['schema public']],
    [
      'a view',
      'create view public.vista as select 1 as uno',
      ['column public.vista.uno', 'relation public.vista', 'view public.vista'],
    ],
    ['a type of its own', "create type public.color as enum ('rojo')", ['type color']],
    [
      'what is granted on later tables',
      'alter default privileges in schema public grant select on tables to anon',
      ['default privilege postgres public r'],
    ],
    ['a remark', "comment on column pagos.estado is 'x'", ['column public.pagos.estado']],
    [
      'a row',
      "update comprobaciones set frase = 'x' where nombre = 'sin_seguirse'",
      ['row public.comprobaciones {"nombre": "sin_seguirse"}'],
    ],
    [
      'a bucket',
      "update storage.buckets set public = true where id = 'descargas'",
      ['row storage.buckets {"id": "descargas"}'],
    ],
  ];

  test.each(changes)('differ in %s', { tags: 'nightly' }, async (_what, statement, differences) => {
    await sql
      .begin(async (begun) => {
        // The package types a transaction without its call signature.
        const transaction = begun as unknown as typeof sql;
        const before = await readCatalogue(transaction);
        await transaction`set local search_path = public, storage`;
        await transaction.unsafe(statement);
        await transaction`set local search_path to default`;
        const names = compareCatalogues(before, await readCatalogue(transaction)).map(({ name }) => name);
        expect(names.sort()).toEqual([...differences].sort());
        throw new Error('undone');
      })
      .catch((error: Error) => {
        if (error.message !== 'undone') throw error;
      });
  });
});

test('schema files have unique numbers, which define their order', async () => {
  const numbers = (await readdir(shopFolders.schemas)).map((file) => file.slice(0, 3));
  expect(numbers.filter((number) => !/^\d\d_$/.test(number))).toEqual([]);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test('the migrations and the schema files create the same database', async () => {
  expect(describeDrift(await findDrift(server, { ...shopFolders, template }))).toBe('');
});

test('a change in a schema file alone is detected', { tags: 'nightly' }, async () => {
  const { change, ...folders } = await copyFolders();
  await change('36_delivery.sql', "'recibo:' || p_pago.id", "'recibo-' || p_pago.id");
  expect(describeDrift(await findDrift(server, folders))).toBe(
    '  not the same:             function privado.escribir_entrega(pagos)',
  );
});

const applyTo = async (schemas: string) =>
  applySchemas(await createPlatformDatabase(server, `esquemas_${randomUUID().slice(0, 8)}`), schemas);

test('an invalid schema file is refused', { tags: 'nightly' }, async () => {
  const { change, schemas } = await copyFolders();
  await change('18_audit.sql', 'insert into public.auditoria (actor_id,', 'insert into public.auditoria (actor_idd,');
  await expect(applyTo(schemas)).rejects.toThrow('actor_idd');
});

test('a migration is generated from a change, and applies all of it', {
  tags: 'nightly',
  timeout: 2 * minutes,
}, async () => {
  const { change, ...folders } = await copyFolders();
  await change('36_delivery.sql', "'recibo:' || p_pago.id", "'recibo-' || p_pago.id");
  await change(
    '31_payments.sql',
    "  unidades_devueltas uuid[] not null default '{}',\n",
    "  unidades_devueltas uuid[] not null default '{}',\n  canal text not null default 'web',\n",
  );
  await change(
    '54_versions.sql',
    '-- Publishes the version of',
    `create table public.etiquetas (
  id bigint generated always as identity primary key,
  texto text not null check (texto <> '')
);
alter table public.etiquetas enable row level security;
grant select (texto) on public.etiquetas to anon;
create policy etiquetas_select on public.etiquetas for select to anon using (true);

-- Publishes the version of`,
  );
  await change('45_coins.sql', 'create trigger sumar_uncoins after', 'create trigger sumar_uncoins before');
  await change('50_storage.sql', "'avatars', true, 2097152", "'avatars', true, 1048576");
  await change('81_invariant_list.sql', 'Nobody has the same favourite twice.', 'No favourites hold a thing twice.');
  expect(await findDrift(server, folders)).not.toEqual([]);

  const made = await makeMigration(server, {
    ...folders,
    ...generated,
    name: 'try_it_out',
    now: new Date('2999-12-31T10:11:12Z'),
  });
  expect(made).toMatchObject({ left: [], losses: [] });
  expect(made.path).toBe(join(folders.migrations, '29991231101112_try_it_out.sql'));
  expect(await findDrift(server, folders)).toEqual([]);
  const text = await readFile(made.path ?? '', 'utf8');
  // The owner's rights have more names on newer versions of PostgreSQL than on older ones.
  expect(text).not.toMatch(/MAINTAIN|"postgres"/);
  expect(text).toContain("update storage.buckets set file_size_limit = '1048576'\nwhere id = 'avatars';");

  // A second one on the same day of the clock comes after the first all the same.
  await change('81_invariant_list.sql', 'No favourites hold', 'Nobody has favourites that hold');
  await change('31_payments.sql', "  canal text not null default 'web',\n", '');
  const second = await makeMigration(server, {
    ...folders,
    ...generated,
    name: 'go_back',
    now: new Date('2026-01-01T00:00:00Z'),
  });
  expect(second.path).toBe(join(folders.migrations, '29991231101113_go_back.sql'));
  expect(second.losses.join()).toContain('canal');
  expect(second.left).toEqual([]);
});

test('a change that no migration can make is reported with advice', {
  tags: 'nightly',
  timeout: 2 * minutes,
}, async () => {
  const { change, ...folders } = await copyFolders();
  await change('55_reviews.sql', '  respuesta_at timestamptz,\n', '  respuesta_at timestamptz,\n  idioma text,\n');
  const { left } = await makeMigration(server, { ...folders, ...generated, name: 'add_language' });
  expect(describeDrift(left)).toContain('not the same:             column public.resenas.idioma');
  expect(describeDrift(left)).toContain('A new column goes to the end of its table');
});

test('the name of a migration consists of words', async () => {
  await expect(makeMigration(server, { ...shopFolders, ...generated, name: '../x' })).rejects.toThrow('named in words');
});

test('no SQL function sets plan_cache_mode, which PostgreSQL before 18 ignores there', async () => {
  const found = await sql`select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace::regnamespace::text in ('public', 'privado') and l.lanname = 'sql'
      and array_to_string(p.proconfig, ' ') like '%plan_cache_mode%'`;
  expect(found.map(({ name }) => name)).toEqual([]);
});
