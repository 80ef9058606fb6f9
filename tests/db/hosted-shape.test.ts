import { randomUUID } from 'node:crypto';
import { createPlatformDatabase } from '@unstore/local-supabase/database';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { migrateShop } from '../../local/project.ts';
import { createUser } from './factories.ts';
import { readGrants } from './grants.ts';
import { openShop } from './shop-harness.ts';

// All of tests/db runs in this shape; this file checks the shape itself (packages/local-supabase/src/database/platform).
const { db, clientOf } = await openShop();
const { sql } = db;
const grants = await readGrants(sql);

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

test('postgres owns the database and the objects in public, and is no superuser', async () => {
  expect(
    await sql`select current_user, rolsuper, rolbypassrls, rolcreaterole from pg_roles
    where rolname = current_user`,
  ).toEqual([{ current_user: 'postgres', rolsuper: false, rolbypassrls: true, rolcreaterole: true }]);
  expect(
    await sql`select nspname, nspowner::regrole::text as owner from pg_namespace
    where nspname in ('auth', 'storage') order by 1`,
  ).toEqual([
    { nspname: 'auth', owner: 'supabase_auth_admin' },
    { nspname: 'storage', owner: 'supabase_storage_admin' },
  ]);
  const strangers = await sql`select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relowner <> 'postgres'::regrole`;
  expect(strangers).toHaveLength(0);
  const foreign = await sql`select c.oid::regclass::text from pg_class c
    where c.relnamespace::regnamespace::text in ('auth', 'storage') and c.relkind = 'r'
      and c.relowner::regrole::text not in ('supabase_auth_admin', 'supabase_storage_admin')`;
  expect(foreign).toHaveLength(0);
});

test('in the schemas of the services it creates policies and triggers only', async () => {
  const tried = async (statement: string) =>
    codeOf(
      sql.begin(async (tx) => {
        await tx.unsafe(statement);
        throw Object.assign(new Error('undone'), { code: 'done' });
      }),
    );
  for (const allowed of [
    'create policy prueba on storage.objects for select to anon using (false)',
    'drop policy objetos_select on storage.objects',
    `create function public.nada() returns trigger language plpgsql as 'begin return null; end';
      create trigger nada after insert on auth.users for each row execute function public.nada()`,
    'drop trigger exigir_dominio on auth.users',
  ]) {
    expect(await tried(allowed), allowed).toBe('done');
  }
  for (const refused of [
    'alter table auth.users add column nota text',
    'alter table storage.objects disable row level security',
    'alter table auth.users disable trigger exigir_dominio',
    'create table storage.mias (id integer)',
    'create function auth.mia() returns integer language sql as $$ select 1 $$',
    'create or replace function auth.uid() returns uuid language sql as $$ select null::uuid $$',
    'create index mio on auth.users (email)',
    'drop table storage.objects cascade',
    'set local log_statement = none',
  ]) {
    expect(await tried(refused), refused).toBe('42501');
  }
});

test('new objects are not granted to the roles of the API', async () => {
  await sql`create table nueva (id bigint generated always as identity)`;
  await sql`create sequence cuenta`;
  const granted = await sql`select r, t from unnest(array['anon', 'authenticated', 'service_role']) r,
    unnest(array['nueva', 'nueva_id_seq', 'cuenta']) t
    where case when t = 'nueva' then has_table_privilege(r, t, 'select, insert, update, delete')
      else has_sequence_privilege(r, t, 'usage, select, update') end`;
  expect(granted).toHaveLength(0);
});

test('a file cannot be deleted by SQL in any role', async () => {
  await sql`insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), 'portadas', 'una.webp')`;
  const user = await createUser(sql);
  for (const remove of [
    () => sql`delete from storage.objects`,
    () => sql`delete from storage.buckets where id = 'nothing'`,
    () => db.asUser(user, (tx) => tx`delete from storage.objects`),
    () => db.asService((tx) => tx`delete from storage.objects`),
  ]) {
    expect(await codeOf(remove())).toBe('42501');
  }
  expect(await sql`select name from storage.objects`).toEqual([{ name: 'una.webp' }]);
});

test('a statement has its role’s timeout, in the database and through the API', async () => {
  await sql`create function public.plazo() returns text language sql stable set search_path = ''
    as $$ select pg_catalog.current_setting('statement_timeout') $$`;
  await sql`grant execute on function public.plazo() to anon, authenticated, service_role`;
  const user = await createUser(sql);
  const ask = (work: (run: (tx: postgres.Sql) => Promise<postgres.Row[]>) => Promise<postgres.Row[]>) =>
    work((tx) => tx`select public.plazo()`).then(([row]) => row?.plazo);
  expect(await ask(db.asAnon)).toBe('3s');
  expect(await ask((work) => db.asUser(user, work))).toBe('8s');
  expect(await ask(db.asService)).toBe('8s');
  // PostgREST learns of a new function a moment later.
  await expect.poll(() => clientOf(user).rpc('plazo' as never)).toMatchObject({ data: '8s', error: null });
});

test('privileges equal the reviewed snapshot', async () => {
  // After a change that is meant: `npm run test:db -- tests/db/hosted-shape.test.ts -u`, and read the difference.
  await expect(grants).toMatchFileSnapshot('grants.snapshot.txt');
});

test('a project with the default grants from before 2026 ends with the same privileges', {
  tags: 'nightly',
}, async () => {
  // A mutation run repeats this on one server.
  const url = await createPlatformDatabase(inject('databaseUrl'), `proyecto_${randomUUID().slice(0, 8)}`);
  const old = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const kind of ['tables', 'functions', 'sequences']) {
      await old.unsafe(`alter default privileges in schema public
        grant all on ${kind} to anon, authenticated, service_role`);
    }
    await migrateShop(url);
    expect(await readGrants(old)).toBe(grants);
  } finally {
    await old.end();
  }
});
