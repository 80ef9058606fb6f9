/** @module-tag nightly */
import { createClient } from '@supabase/supabase-js';
import { signToken } from '@unstore/local-supabase/testing';
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
    begin raise exception 'no puede ser' using errcode = p_codigo, detail = 'porque no', hint = 'otra vez'; end $$;
  create function public.prueba_valores(p_cuando timestamptz, p_grande bigint, p_lista text[] default '{nada}')
    returns table (cuando timestamptz, grande bigint, lista text[], exacto numeric) language sql stable
    as 'select p_cuando, p_grande, p_lista, 1.50';
  create function public.prueba_fila(p_id integer) returns public.muchos language sql stable
    as 'select m from public.muchos m where m.id = p_id';
  create function public.prueba_quien() returns jsonb language sql stable as $$
    select jsonb_build_object('rol', current_user, 'yo', auth.uid(), 'sesion', auth.jwt() ->> 'session_id',
      'metodo', current_setting('request.method'), 'camino', current_setting('request.path'),
      'cabecera', current_setting('request.headers')::jsonb ->> 'x-request-id',
      'limite', current_setting('statement_timeout')) $$;
  create function public.prueba_escribir(p_id integer) returns void language sql
    as 'insert into public.muchos values (p_id)';
  create function public.prueba_escribir_callado(p_id integer) returns boolean language plpgsql stable
    as $$ begin perform public.prueba_escribir(p_id); return true; end $$;
  create function public.prueba_al_final() returns integer language plpgsql as $$
    begin set constraints all deferred; insert into public.tarde values (1), (1); return 1; end $$;
  create table public.tarde (id integer unique deferrable);
  grant insert on public.tarde to anon, authenticated, service_role;
  create function public.prueba_doble(p_a integer) returns integer language sql as 'select 1';
  create function public.prueba_doble(p_a integer, p_b integer) returns integer language sql as 'select 2'`);
const { api, secrets } = await startLocalApi(databaseUrl);

const client = createClient(api.url, secrets.secretKey, { auth: { persistSession: false } });
const visitor = createClient(api.url, secrets.publishableKey, { auth: { persistSession: false } });
const me = await createUser(sql);
const claims = { sub: me, role: 'authenticated', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 };
const token = signToken(claims, secrets.jwt);
const person = createClient(api.url, secrets.publishableKey, { accessToken: async () => token });

describe('a list has at most 1,000 rows', () => {
  test('of a table, whatever the request', async () => {
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

  test('but a single value is not cut', async () => {
    expect((await client.rpc('prueba_lista')).data).toHaveLength(1_500);
  });

  test('a range past the end of a counted list is not satisfiable', async () => {
    const past = await client.from('muchos').select('id', { count: 'exact' }).range(1_500, 1_600);
    expect(past).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
    expect((await client.from('muchos').select('id').range(1_500, 1_600)).data).toEqual([]);
  });
});

describe('all conditions are combined', () => {
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

  test('by a column of the table itself, in both directions', async () => {
    const base = await createProduct(sql, { usuario_id: await createUser(sql) });
    const extra = await createProduct(sql, { usuario_id: await createUser(sql), base_id: base });
    const { data: up } = await client.from('productos').select('id,base:base_id(id)').eq('id', extra);
    expect(up).toEqual([{ id: extra, base: { id: base } }]);
    const { data: down } = await client.from('productos').select('id,extras:productos!base_id(id)').eq('id', base);
    expect(down).toEqual([{ id: base, extras: [{ id: extra }] }]);
  });

  test('a table created after the start is found', async () => {
    await sql`create table public.mas (id integer primary key references public.muchos)`;
    await sql`grant select on public.mas to service_role`;
    const { error } = await client.from('mas').select('id,muchos(id)');
    expect(error?.code).not.toBe('PGRST200');
  });
});

describe('a function', () => {
  const post = (name: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      body,
      headers: { apikey: secrets.publishableKey, 'content-type': 'application/json', ...headers },
    });

  test('returns the database’s JSON', async () => {
    const answer = await post(
      'prueba_valores',
      '{"p_cuando": "2026-03-01 10:00:00.5+02", "p_grande": 9007199254740993}',
    );
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toBe(
      '[{"cuando":"2026-03-01T08:00:00.5+00:00","grande":9007199254740993,"lista":["nada"],"exacto":1.50}]',
    );
  });

  test('reads a list, or nothing, from the body', async () => {
    const values = { p_cuando: null, p_grande: null, p_lista: ['uno', 'dos, "tres"'] };
    expect((await visitor.rpc('prueba_valores', values)).data).toEqual([
      { cuando: null, grande: null, lista: ['uno', 'dos, "tres"'], exacto: 1.5 },
    ]);
  });

  test('returns one row as an object, and none as an object of nulls', async () => {
    expect((await visitor.rpc('prueba_fila', { p_id: 7 })).data).toEqual({ id: 7 });
    expect((await visitor.rpc('prueba_fila', { p_id: 7000 })).data).toEqual({ id: null });
  });

  test('returning void has no content', async () => {
    expect(await visitor.rpc('prueba_escribir', { p_id: 2_001 })).toMatchObject({ status: 204, data: null });
    expect((await client.from('muchos').select('id').eq('id', 2_001)).data).toEqual([{ id: 2_001 }]);
  });

  test('knows the caller and the request', async () => {
    const id = { 'x-request-id': 'prueba-1234' };
    const common = { metodo: 'POST', camino: '/rest/v1/rpc/prueba_quien', sesion: null };
    const asked = await post('prueba_quien', '', id);
    expect(await asked.json()).toEqual({ ...common, rol: 'anon', yo: null, cabecera: 'prueba-1234', limite: '3s' });
    expect((await client.rpc('prueba_quien')).data).toMatchObject({ ...common, rol: 'service_role', yo: null });
    expect((await person.rpc('prueba_quien')).data).toMatchObject({ ...common, rol: 'authenticated', yo: me });
  });

  test('runs the pre-request function first', async () => {
    const gone = { sub: await createUser(sql), session_id: crypto.randomUUID(), role: 'authenticated' };
    const claims = { ...gone, exp: Math.floor(Date.now() / 1000) + 600 };
    const bearer = { authorization: `Bearer ${signToken(claims, secrets.jwt)}` };
    const answer = await post('prueba_quien', '{}', bearer);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'PT401', message: 'the session has ended' });
  });

  test('declared as read-only cannot write', async () => {
    const { error } = await client.rpc('prueba_escribir_callado', { p_id: 2_002 });
    expect(error).toMatchObject({ code: '25006' });
    expect((await client.from('muchos').select('id').eq('id', 2_002)).data).toEqual([]);
  });

  test('that fails on commit is refused', async () => {
    expect(await client.rpc('prueba_al_final')).toMatchObject({ status: 409, error: { code: '23505' } });
  });

  const refusals: [what: string, name: string, body: string, headers: Record<string, string>, status: number][] = [
    ['no such function', 'prueba_nada', '{}', {}, 404],
    ['an argument is missing', 'prueba_fila', '{}', {}, 404],
    ['an argument is unknown', 'prueba_fila', '{"p_id": 1, "p_otro": 1}', {}, 404],
    ['an argument is no number', 'prueba_fila', '{"p_id": "uno"}', {}, 400],
    ['the body is no JSON', 'prueba_fila', '{"p_id":', {}, 400],
    ['the key is unknown', 'prueba_quien', '{}', { apikey: 'sb_publishable_nada' }, 401],
    [
      'the token is not ours',
      'prueba_quien',
      '{}',
      { authorization: `Bearer ${signToken({ sub: '', session_id: '', exp: 1e11 }, 'otro secreto, y bien largo')}` },
      401,
    ],
    [
      'the token is over',
      'prueba_quien',
      '{}',
      { authorization: `Bearer ${signToken({ sub: '', session_id: '', role: 'authenticated', exp: 1 }, secrets.jwt)}` },
      401,
    ],
  ];
  test.each(refusals)('is refused: %s', async (_, name, body, headers, status) => {
    const answer = await post(name, body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ message: expect.any(String) });
  });

  test('with two signatures is selected by its arguments', async () => {
    expect((await visitor.rpc('prueba_doble', { p_a: 1 })).data).toBe(1);
    expect((await visitor.rpc('prueba_doble', { p_a: 1, p_b: 1 })).data).toBe(2);
  });

  test('created after the start is found', async () => {
    await sql`create function public.prueba_nueva() returns integer language sql as 'select 5'`;
    expect((await visitor.rpc('prueba_nueva')).data).toBe(5);
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

  test('include details and hint', async () => {
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
