import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { copyDatabase, readStatementLimits, urlAs } from '@unstore/local-supabase/database';
import postgres from 'postgres';
import { afterAll, expect, inject } from 'vitest';

export type Sql = postgres.Sql;
export type Role = 'anon' | 'authenticated' | 'service_role';
export type Answer = { ok: boolean; error?: string; [key: string]: unknown };

/** Further claims of a token: level and id of the session. */
export type SessionClaims = { aal?: 'aal1' | 'aal2'; session_id?: string };

/** Everybody has shown a second factor, unless a test says otherwise. */
const complete: SessionClaims = { aal: 'aal2' };

type Begin = (work: (transaction: Sql) => Promise<unknown>) => Promise<unknown>;
type Connection = { begin: Begin; limits: Record<string, string> };

/** Runs work in a transaction as a role of the API, in the time that it has for a statement, with the identity of a signed-in person if one is given. */
async function runAs<T>(
  { begin, limits }: Connection,
  role: Role,
  user: string | null,
  work: (transaction: Sql) => Promise<T>,
  session: SessionClaims = complete,
): Promise<T> {
  const claims = JSON.stringify({ sub: user ?? undefined, role, ...session });
  return (await begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${claims}, true),
      set_config('statement_timeout', ${limits[role] ?? ''}, true)`;
    await transaction.unsafe(`set local role ${role}`);
    return work(transaction);
  })) as T;
}

/**
 * Connections for calls. A call that runs alone uses always the same one: each session compiles the functions that it
 * calls, and a pool takes its idle connections in turn. Calls at once use a pool, opened before, so that they overlap.
 */
async function openCalls(url: string, connections: number) {
  const options = { onnotice: () => {} };
  const alone = postgres(url, { ...options, max: 1 });
  const atOnce = postgres(url, { ...options, max: connections });
  await Promise.all(Array.from({ length: connections }, () => atOnce`select 1`));
  let running = 0;
  const begin: Begin = async (work) => {
    running += 1;
    try {
      // The package types a transaction without its call signature.
      return await (running === 1 ? alone : atOnce).begin((begun) => work(begun as unknown as Sql));
    } finally {
      running -= 1;
    }
  };
  return { begin, end: () => Promise.all([alone.end(), atOnce.end()]) };
}

/** Calls a function by its argument names, and returns its answer. A name without a schema is one of the API. */
async function call<T>(transaction: Sql, name: string, args: Record<string, unknown>): Promise<T> {
  const names = Object.keys(args);
  const list = names.map((key, index) => `${key} => $${index + 1}`).join(', ');
  const values = names.map((key) => args[key] ?? null) as never[];
  const [row] = await transaction.unsafe(
    `select ${name.includes('.') ? name : `public.${name}`}(${list}) as answer`,
    values,
  );
  return row?.answer as T;
}

/** The functions that were called in a database and how often, which PostgreSQL counts when a session ends. */
async function readCalled(url: string): Promise<string> {
  const admin = postgres(urlAs(url, 'supabase_admin'), { max: 1, onnotice: () => {} });
  const others = () => admin`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  const deadline = Date.now() + 2_000;
  while ((await others()).length > 0 && Date.now() < deadline) await setTimeout(20);
  const called = await admin`select funcname, sum(calls) as calls from pg_stat_user_functions group by funcname`;
  await admin.end();
  return called.map(({ funcname, calls }) => `${funcname} ${calls}\n`).join('');
}

/**
 * A database of this test file alone: a copy of the migrated template, dropped when the file is done. It has the shape
 * of a hosted project, and `sql` is its `postgres`, who is no superuser.
 *
 * @param options.connections how many connections may be used at once
 * @param options.serverUrl another cluster that has the template
 */
export async function openDatabase({ connections = 4, serverUrl = inject('databaseUrl') } = {}) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const url = await copyDatabase(serverUrl, 'plantilla', name);
  const sql = postgres(url, { max: Math.min(connections, 8), onnotice: () => {} });
  const calls = await openCalls(url, connections);
  // A shop that is ready to sell: without its seller, invoices wait.
  await sql`update configuracion_global set vendedor_nombre = 'Tienda de Prueba, S. L.', vendedor_nif = 'B12345674',
    vendedor_direccion = 'Calle Mayor 1, Madrid'`;
  const admins: Sql[] = [];
  const connection = { begin: calls.begin, limits: await readStatementLimits(sql) };
  afterAll(async () => {
    await Promise.all([sql, calls, ...admins].map((opened) => opened.end()));
    const callsFile = inject('callsFile');
    if (callsFile) await appendFile(callsFile, await readCalled(url));
    const admin = postgres(urlAs(serverUrl, 'supabase_admin'), { max: 1, onnotice: () => {} });
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });

  const asUser = <T>(user: string, work: (transaction: Sql) => Promise<T>) =>
    runAs(connection, 'authenticated', user, work);
  const asAnon = <T>(work: (transaction: Sql) => Promise<T>) => runAs(connection, 'anon', null, work);
  const asService = <T>(work: (transaction: Sql) => Promise<T>) => runAs(connection, 'service_role', null, work);
  return {
    url,
    sql,
    /** A connection of the superuser, for what only the operator of a hosted project can do. */
    openAdmin: () => {
      const admin = postgres(urlAs(url, 'supabase_admin'), { max: 1, onnotice: () => {} });
      admins.push(admin);
      return admin;
    },
    asUser,
    asAnon,
    asService,
    as: <T>(role: Role, user: string | null, work: (transaction: Sql) => Promise<T>) =>
      runAs(connection, role, user, work),
    /** Calls a function as a signed-in person. */
    callAs: <T = Answer>(user: string, name: string, args: Record<string, unknown> = {}) =>
      asUser(user, (transaction) => call<T>(transaction, name, args)),
    /** The same as a person whose token says something else of the session. */
    within: (session: SessionClaims) => ({
      asUser: <T>(user: string, work: (transaction: Sql) => Promise<T>) =>
        runAs(connection, 'authenticated', user, work, session),
      callAs: <T = Answer>(user: string, name: string, args: Record<string, unknown> = {}) =>
        runAs(connection, 'authenticated', user, (transaction) => call<T>(transaction, name, args), session),
    }),
    /** Calls a function as a visitor. */
    callAnon: <T = Answer>(name: string, args: Record<string, unknown> = {}) =>
      asAnon((transaction) => call<T>(transaction, name, args)),
    /** Waits until a statement waits for a lock. */
    waitForLock: (count = 1) =>
      expect
        .poll(async () => {
          const waiting = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return waiting.length;
        })
        .toBeGreaterThanOrEqual(count),
    /** Calls a function as the shop's server. */
    callService: <T = Answer>(name: string, args: Record<string, unknown> = {}) =>
      asService((transaction) => call<T>(transaction, name, args)),
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>;
