import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, describe, expect, test } from 'vitest';
import { signToken } from '../src/api/auth/tokens.ts';
import { authUser } from '../src/auth-rows.ts';
import { openProject } from './open.ts';

// The embedded API with the responses of a hosted one, as documented by PostgREST.
const { sql, keys, start } = await openProject(`
  create table public.people (id uuid primary key default gen_random_uuid(), name text);
  create table public.products (id uuid primary key default gen_random_uuid(), slug text,
    base_id uuid constraint products_base_id_fkey references public.products);
  create table public.editions (id integer primary key, product_id uuid references public.products);
  create table public.orders (id integer primary key, buyer_id uuid references public.people,
    recipient_id uuid references public.people);
  create table public.invoices (id integer primary key);
  grant select on public.people, public.products, public.editions, public.orders, public.invoices to service_role;
  create function public.before_request() returns void language plpgsql stable security definer as $$ begin
    if auth.jwt() ->> 'session_id' is not null
      and not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid) then
      raise exception 'the session has ended' using errcode = 'PT401';
    end if; end $$;
  grant execute on function public.before_request() to anon, authenticated, service_role;
  alter role authenticator set pgrst.db_pre_request = 'public.before_request';
  create table public.many (id integer primary key);
  insert into public.many select generate_series(1, 1500);
  grant select, insert on public.many to anon, authenticated, service_role;
  create function public.list_rows() returns table (n integer) language sql as 'select generate_series(1, 1500)';
  create function public.list_numbers() returns setof integer language sql as 'select generate_series(1, 1500)';
  create function public.one_list() returns jsonb language sql
    as 'select jsonb_agg(n) from generate_series(1, 1500) n';
  create function public.fail(p_code text) returns void language plpgsql as $$
    begin raise exception 'cannot be' using errcode = p_code, detail = 'because', hint = 'again'; end $$;
  create function public.read_values(p_moment timestamptz, p_large bigint, p_list text[] default '{nothing}')
    returns table (moment timestamptz, large bigint, list text[], exact numeric) language sql stable
    as 'select p_moment, p_large, p_list, 1.50';
  create function public.find_row(p_id integer) returns public.many language sql stable
    as 'select m from public.many m where m.id = p_id';
  create function public.who_asks() returns jsonb language sql stable as $$
    select jsonb_build_object('role', current_user, 'me_id', auth.uid(), 'session', auth.jwt() ->> 'session_id',
      'single_claim', nullif(current_setting('request.jwt.claim.sub', true), ''),
      'method', current_setting('request.method'), 'path', current_setting('request.path'),
      'header', current_setting('request.headers')::jsonb ->> 'x-request-id',
      'limit_of', current_setting('statement_timeout')) $$;
  create function public.write_one(p_id integer) returns void language sql
    as 'insert into public.many values (p_id)';
  create function public.write_quietly(p_id integer) returns boolean language plpgsql stable
    as $$ begin perform public.write_one(p_id); return true; end $$;
  create function public.fail_at_end() returns integer language plpgsql as $$
    begin set constraints all deferred; insert into public.late values (1), (1); return 1; end $$;
  create table public.late (id integer unique deferrable);
  grant insert on public.late to anon, authenticated, service_role;
  create function public.twice(p_a integer) returns integer language sql as 'select 1';
  create function public.twice(p_a integer, p_b integer) returns integer language sql as 'select 2'`);
const api = await start();
afterAll(() => api.stop());

const client = createClient(api.url, keys.secret, { auth: { persistSession: false } });
const visitor = createClient(api.url, keys.publishable, { auth: { persistSession: false } });
const me = randomUUID();
await sql`insert into auth.users ${sql(
  authUser({ id: me, email: 'me@example.com', hash: undefined, since: new Date(), metadata: {} }) as never,
)}`;
const claims = { sub: me, role: 'authenticated', aud: 'authenticated', exp: Math.floor(Date.now() / 1000) + 600 };
const token = signToken(claims, keys.jwt);
const person = createClient(api.url, keys.publishable, { accessToken: async () => token });

describe('a list is limited to 1,000 rows', () => {
  test('of a table, even with a higher limit in the request', async () => {
    expect((await client.from('many').select('id').order('id')).data).toHaveLength(1_000);
    expect((await client.from('many').select('id').order('id').limit(10_000)).data).toHaveLength(1_000);
    const late = await client.from('many').select('id', { count: 'exact' }).order('id').range(1_200, 4_000);
    expect(late).toMatchObject({ count: 1_500, status: 206 });
    expect(late.data?.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, index) => 1_201 + index));
  });

  test('of a function', async () => {
    const rows = await client.rpc('list_rows');
    expect(rows.data).toHaveLength(1_000);
    expect(rows.data.at(-1)).toEqual({ n: 1_000 });
    expect((await client.rpc('list_numbers')).data).toHaveLength(1_000);
    expect((await client.rpc('list_rows', {}, { get: true })).data).toHaveLength(1_000);
  });

  test('unless it is a single value', async () => {
    expect((await client.rpc('one_list')).data).toHaveLength(1_500);
  });

  test('a range beyond the end of a counted list is not satisfiable', async () => {
    const past = await client.from('many').select('id', { count: 'exact' }).range(1_501, 1_600);
    expect(past).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
    const end = await client.from('many').select('id', { count: 'exact' }).range(1_500, 1_600);
    expect(end).toMatchObject({ status: 206, count: 1_500, data: [] });
    const counted = await client.from('many').select('id', { count: 'exact', head: true }).range(1_501, 1_600);
    expect(counted.status).toBe(416);
    expect((await client.from('many').select('id').range(1_500, 1_600)).data).toEqual([]);
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
    const answer = await fetch(`${api.url}/rest/v1/many?select=id&order=id&${query}`, {
      headers: { apikey: keys.secret },
    });
    expect(await answer.json()).toEqual(ids.map((id) => ({ id })));
  });
});

describe('embedded tables', () => {
  const refusals: [table: string, select: string, status: number, code: string][] = [
    ['products', 'slug,base:products!products_base_id_fkey(slug)', 400, 'PGRST200'],
    ['products', 'slug,invoices(id)', 400, 'PGRST200'],
    ['products', 'slug,people!products_base_id_fkey(id)', 400, 'PGRST200'],
    ['orders', 'id,people(name)', 300, 'PGRST201'],
    ['products', 'slug,editions(id.count())', 400, 'PGRST123'],
    ['products', 'slug,editions(id', 400, 'PGRST100'],
    ['products', 'slug,nobody', 400, '42703'],
  ];
  test.each(refusals)('in %s are refused for the selection %s', async (table, select, status, code) => {
    expect(await client.from(table).select(select)).toMatchObject({ data: null, status, error: { code } });
  });

  test('in an unknown table are refused', async () => {
    const { status, error } = await client.from('nothing').select('id');
    expect(status).toBe(404);
    // Before 13, PostgREST asks the database.
    expect(['PGRST205', '42P01']).toContain(error?.code);
  });

  test('can be rows of the same table, in both directions', async () => {
    const [base, extra] = [randomUUID(), randomUUID()];
    await sql`insert into products (id, base_id) values (${base}, null), (${extra}, ${base})`;
    const { data: up } = await client.from('products').select('id,base:base_id(id)').eq('id', extra);
    expect(up).toEqual([{ id: extra, base: { id: base } }]);
    const { data: down } = await client.from('products').select('id,extras:products!base_id(id)').eq('id', base);
    expect(down).toEqual([{ id: base, extras: [{ id: extra }] }]);
  });

  test('can be created after the start', async () => {
    await sql`create table public.more (id integer primary key references public.many)`;
    await sql`grant select on public.more to service_role`;
    const codeOf = async () => (await client.from('more').select('id,many(id)')).error?.code;
    await expect.poll(codeOf).not.toBe('PGRST200');
  });
});

describe('a function', () => {
  const post = (name: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      body,
      headers: { apikey: keys.publishable, 'content-type': 'application/json', ...headers },
    });

  test('returns the database’s JSON', async () => {
    const answer = await post('read_values', '{"p_moment": "2026-03-01 10:00:00.5+02", "p_large": 9007199254740993}');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toBe(
      '[{"moment":"2026-03-01T08:00:00.5+00:00","large":9007199254740993,"list":["nothing"],"exact":1.50}]',
    );
  });

  test('reads a list, or no list, from the body', async () => {
    const values = { p_moment: null, p_large: null, p_list: ['one', 'two, "three"'] };
    expect((await visitor.rpc('read_values', values)).data).toEqual([
      { moment: null, large: null, list: ['one', 'two, "three"'], exact: 1.5 },
    ]);
  });

  test('returns one row as an object, and none as an object of nulls', async () => {
    expect((await visitor.rpc('find_row', { p_id: 7 })).data).toEqual({ id: 7 });
    expect((await visitor.rpc('find_row', { p_id: 7000 })).data).toEqual({ id: null });
  });

  test('without a result returns an empty body', async () => {
    expect(await visitor.rpc('write_one', { p_id: 2_001 })).toMatchObject({ status: 204, data: null });
    expect((await client.from('many').select('id').eq('id', 2_001)).data).toEqual([{ id: 2_001 }]);
  });

  test('receives the caller and the request', async () => {
    const id = { 'x-request-id': 'request-1234' };
    const common = { method: 'POST', path: '/rpc/who_asks', session: null, single_claim: null };
    const asked = await post('who_asks', '', id);
    expect(await asked.json()).toEqual({
      ...common,
      role: 'anon',
      me_id: null,
      header: 'request-1234',
      limit_of: '3s',
    });
    expect((await client.rpc('who_asks')).data).toMatchObject({ ...common, role: 'service_role', me_id: null });
    expect((await person.rpc('who_asks')).data).toMatchObject({ ...common, role: 'authenticated', me_id: me });
  });

  test('runs after the pre-request function', async () => {
    const gone = { sub: me, session_id: randomUUID(), role: 'authenticated' };
    const claims = { ...gone, exp: Math.floor(Date.now() / 1000) + 600 };
    const bearer = { authorization: `Bearer ${signToken(claims, keys.jwt)}` };
    const answer = await post('who_asks', '{}', bearer);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'PT401', message: 'the session has ended' });
  });

  test('declared as read-only cannot write', async () => {
    const { error } = await client.rpc('write_quietly', { p_id: 2_002 });
    expect(error).toMatchObject({ code: '25006' });
    expect((await client.from('many').select('id').eq('id', 2_002)).data).toEqual([]);
  });

  test('that fails on commit is refused', async () => {
    expect(await client.rpc('fail_at_end')).toMatchObject({ status: 409, error: { code: '23505' } });
  });

  const refusals: [what: string, name: string, body: string, headers: Record<string, string>, status: number][] = [
    ['an unknown function', 'no_such', '{}', {}, 404],
    ['a missing argument', 'find_row', '{}', {}, 404],
    ['an unknown argument', 'find_row', '{"p_id": 1, "p_other": 1}', {}, 404],
    ['an argument that is not a number', 'find_row', '{"p_id": "one"}', {}, 400],
    ['a body that is not JSON', 'find_row', '{"p_id":', {}, 400],
    ['an unknown key', 'who_asks', '{}', { apikey: 'sb_publishable_no' }, 401],
    [
      'a token with a foreign signature',
      'who_asks',
      '{}',
      {
        authorization: `Bearer ${signToken({ sub: '', session_id: '', exp: 1e11 }, 'another secret, and a long one')}`,
      },
      401,
    ],
    [
      'an expired token',
      'who_asks',
      '{}',
      { authorization: `Bearer ${signToken({ sub: '', session_id: '', role: 'authenticated', exp: 1 }, keys.jwt)}` },
      401,
    ],
  ];
  test.each(refusals)('is refused for %s', async (_, name, body, headers, status) => {
    const answer = await post(name, body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ message: expect.any(String) });
  });

  test('with two signatures is selected by its arguments', async () => {
    expect((await visitor.rpc('twice', { p_a: 1 })).data).toBe(1);
    expect((await visitor.rpc('twice', { p_a: 1, p_b: 1 })).data).toBe(2);
  });

  test('can be created after the start', async () => {
    await sql`create function public.added() returns integer language sql as 'select 5'`;
    await expect.poll(async () => (await visitor.rpc('added')).data).toBe(5);
  });
});

describe('a database error', () => {
  test.each([
    ['P0001', 400],
    ['P0002', 500],
    ['23505', 409],
    ['23503', 409],
    ['23P01', 400],
    ['23514', 400],
    ['22023', 400],
    ['40P01', 500],
    ['53300', 503],
    ['55P03', 500],
    ['57014', 500],
    ['57P01', 503],
    ['21000', 500],
    ['XX000', 500],
    ['AB123', 400],
  ])('%s is a %i with its own code', async (code, status) => {
    const { error, status: answered } = await client.rpc('fail', { p_code: code });
    expect([answered, error?.code, error?.message]).toEqual([status, code, 'cannot be']);
  });

  test('includes details and hint', async () => {
    const { error } = await client.rpc('fail', { p_code: 'P0001' });
    expect(error).toMatchObject({ details: 'because', hint: 'again' });
  });

  test('for missing rights is a 401 for a visitor and a 403 for a person', async () => {
    expect(await visitor.rpc('fail', { p_code: '42501' })).toMatchObject({ status: 401 });
    expect(await person.rpc('fail', { p_code: '42501' })).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
  });
});
