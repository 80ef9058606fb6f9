import { createHmac } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

// The embedded API with the answers of a hosted one, as documented by PostgREST.
const { sql, url: databaseUrl } = await openDatabase();
await sql.unsafe(`
  create table public.muchos (id integer primary key);
  insert into public.muchos select generate_series(1, 1500);
  grant select, insert on public.muchos to anon, authenticated, service_role;
  create function public.prueba_filas() returns table (n integer) language sql as 'select generate_series(1, 1500)';
  create function public.prueba_numeros() returns setof integer language sql as 'select generate_series(1, 1500)';
  create function public.prueba_lista() returns jsonb language sql
    as 'select jsonb_agg(n) from generate_series(1, 1500) n';
  create function public.prueba_error(p_codigo text) returns void language plpgsql as $$
    begin raise exception 'no puede ser' using errcode = p_codigo, detail = 'porque no', hint = 'otra vez'; end $$`);
const { api, secrets } = await startLocalApi(databaseUrl);

const client = createClient(api.url, secrets.secretKey, { auth: { persistSession: false } });
const visitor = createClient(api.url, secrets.publishableKey, { auth: { persistSession: false } });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: await createUser(sql), role: 'authenticated', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 })}`;
const signature = createHmac('sha256', secrets.jwt).update(token).digest('base64url');
const person = createClient(api.url, secrets.publishableKey, { accessToken: async () => `${token}.${signature}` });

describe('a list has at most 1,000 rows', () => {
  test('of a table, whatever is asked', async () => {
    expect((await client.from('muchos').select('id').order('id')).data).toHaveLength(1_000);
    expect((await client.from('muchos').select('id').order('id').limit(10_000)).data).toHaveLength(1_000);
    const late = await client.from('muchos').select('id', { count: 'exact' }).order('id').range(1_200, 4_000);
    expect(late).toMatchObject({ count: 1_500, status: 206 });
    expect(late.data?.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, index) => 1_201 + index));
  });

  test('of a function', async () => {
    const rows = await client.rpc('prueba_filas');
    expect(rows.data).toHaveLength(1_000);
    expect(rows.data.at(-1)).toEqual({ n: 1_000 });
    expect((await client.rpc('prueba_numeros')).data).toHaveLength(1_000);
    expect((await client.rpc('prueba_filas', {}, { get: true })).data).toHaveLength(1_000);
  });

  test('but one value is one value, however long', async () => {
    expect((await client.rpc('prueba_lista')).data).toHaveLength(1_500);
  });

  test('past the end of a counted list nothing satisfies', async () => {
    const past = await client.from('muchos').select('id', { count: 'exact' }).range(1_500, 1_600);
    expect(past).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
    expect((await client.from('muchos').select('id').range(1_500, 1_600)).data).toEqual([]);
  });
});

describe('all conditions hold at once', () => {
  const conditions: [query: string, ids: number[]][] = [
    ['id=gt.3&id=lt.6', [4, 5]],
    ['or=(id.lt.4,id.gt.1499)&or=(id.eq.1,id.eq.700,id.eq.1500)', [1, 1500]],
    ['or=(id.eq.1,id.eq.2,id.eq.3)&or=(id.gt.2,and(id.eq.2,id.lt.9))', [2, 3]],
    ['or=(id.lt.4,id.gt.1499)&not.or=(id.eq.1,id.gt.1499)', [2, 3]],
    ['not.or=(id.lt.4,id.gt.7)&not.or=(id.eq.5,id.eq.6)', [4, 7]],
    ['and=(id.gt.1,id.lt.9)&and=(id.gt.6,id.lt.20)&or=(id.eq.7,id.eq.15)', [7]],
  ];
  test.each(conditions)('%s', async (query, ids) => {
    const answer = await fetch(`${api.url}/rest/v1/muchos?select=id&order=id&${query}`, {
      headers: { apikey: secrets.secretKey },
    });
    expect(await answer.json()).toEqual(ids.map((id) => ({ id })));
  });
});

describe('embedded tables', () => {
  const refusals: [table: string, select: string, status: number, code: string][] = [
    ['productos', 'slug,base:productos!productos_base_id_fkey(slug)', 400, 'PGRST200'],
    ['productos', 'slug,facturas(id)', 400, 'PGRST200'],
    ['productos', 'slug,usuarios_meta!productos_base_id_fkey(id)', 400, 'PGRST200'],
    ['adquisiciones', 'id,usuarios_meta(display_name)', 300, 'PGRST201'],
    ['productos', 'slug,ediciones(id.count())', 400, 'PGRST123'],
    ['productos', 'slug,ediciones(id', 400, 'PGRST100'],
    ['productos', 'slug,nadie', 400, '42703'],
    ['nada', 'id', 404, 'PGRST205'],
  ];
  test.each(refusals)('%s: %s', async (table, select, status, code) => {
    expect(await client.from(table).select(select)).toMatchObject({ data: null, status, error: { code } });
  });

  test('by the column of the table itself, and back', async () => {
    const base = await createProduct(sql, { usuario_id: await createUser(sql) });
    const extra = await createProduct(sql, { usuario_id: await createUser(sql), base_id: base });
    const { data: up } = await client.from('productos').select('id,base:base_id(id)').eq('id', extra);
    expect(up).toEqual([{ id: extra, base: { id: base } }]);
    const { data: down } = await client.from('productos').select('id,extras:productos!base_id(id)').eq('id', base);
    expect(down).toEqual([{ id: base, extras: [{ id: extra }] }]);
  });

  test('a table that came after the start is found', async () => {
    await sql`create table public.mas (id integer primary key references public.muchos)`;
    await sql`grant select on public.mas to service_role`;
    const { error } = await client.from('mas').select('id,muchos(id)');
    expect(error?.code).not.toBe('PGRST200');
  });
});

describe('errors of the database', () => {
  test.each([
    ['P0001', 400],
    ['P0002', 500],
    ['23505', 409],
    ['23503', 409],
    ['23P01', 400],
    ['23514', 400],
    ['22023', 400],
    ['40001', 500],
    ['40P01', 500],
    ['53300', 503],
    ['55P03', 500],
    ['57014', 500],
    ['57P01', 503],
    ['21000', 500],
    ['XX000', 500],
    ['AB123', 400],
  ])('%s is a %i under its own code', async (code, status) => {
    const { error, status: told } = await client.rpc('prueba_error', { p_codigo: code });
    expect([told, error?.code, error?.message]).toEqual([status, code, 'no puede ser']);
  });

  test('with what they say besides', async () => {
    const { error } = await client.rpc('prueba_error', { p_codigo: 'P0001' });
    expect(error).toMatchObject({ details: 'porque no', hint: 'otra vez' });
  });

  test('missing rights are 401 for a visitor and 403 for a person', async () => {
    expect(await visitor.rpc('prueba_error', { p_codigo: '42501' })).toMatchObject({ status: 401 });
    expect(await person.rpc('prueba_error', { p_codigo: '42501' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
  });
});
