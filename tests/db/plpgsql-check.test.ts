import { createPlatformDatabase, startScratch, urlAs } from '@unstore/local-supabase/database';
import { applySchemas } from '@unstore/local-supabase/schema';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { shopFolders } from '../../local/project.ts';
import { findPostgres15 } from '../../scripts/tools/postgres-15.ts';

/** Functions that put statements together at run time, and why no caller can change what these do. */
const dynamic: Record<string, string> = {
  'privado.comprobar': 'the query of a ledger invariant, which only migrations write',
  'privado.corregir_palabra': 'one of two fixed conditions',
  'privado.hallar_fichas': 'a condition of condicion_busqueda: fixed expressions, values with %L',
  'privado.hallar_textos': 'the condition of a price of condicion_busqueda, a level and a limit, values with %L',
  'privado.pagina_auditoria': 'fixed conditions, values with %L',
  'privado.pagina_fallos': 'fixed parts, one for each kind of failure, values with %L',
  'privado.pagina_personas': 'fixed conditions and orders, values with %L',
  'privado.personas_con': 'a pattern with %L, and a number',
  'privado.por_orden': 'expressions of orden_busqueda and a condition of condicion_busqueda, values with %L',
  'privado.por_relevancia': 'fixed expressions, values with %L',
  'privado.uso_de_palabra': 'a level from 0 to 5, the word with %L',
  'privado.terminar_sesiones': 'a fixed statement about a table that only the hosted Auth has',
  'public.admin_consultas_lentas': 'a schema and a column with %I, both from fixed lists',
  'public.buscar_productos': 'conditions and orders of the catalogue: fixed expressions, values with %L',
  'public.cola_revision': 'fixed conditions, the person with %L, a number of days as an integer',
  'public.contar_productos': 'a condition of condicion_catalogo: fixed expressions, values with %L',
  'public.diagnosticar': 'a fixed statement about a table that only the CLI makes',
};

const binaries = findPostgres15();
if (!binaries) throw new Error('Install the packages postgresql-15 and postgresql-15-plpgsql-check.');
const cluster = await startScratch({ binaries });
const url = await createPlatformDatabase(cluster.url, 'comprobada');
await applySchemas(url, shopFolders.schemas);
const sql = postgres(urlAs(url, 'supabase_admin'), { max: 1, onnotice: () => {} });
afterAll(async () => {
  await sql.end();
  await cluster.stop();
});
await sql`create extension plpgsql_check`;
await sql`create view funciones as select p.oid, p.prorettype, p.prosrc, n.nspname || '.' || p.proname as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where n.nspname in ('public', 'privado') and l.lanname = 'plpgsql'`;

test('plpgsql_check finds no error and no warning in any function', async () => {
  const found = await sql<Record<string, unknown>[]>`
    select f.name, t.tgrelid::regclass::text as relation, c.lineno, c.level, c.message, c.detail, c.query
    from funciones f left join pg_trigger t on t.tgfoid = f.oid
    cross join lateral plpgsql_check_function_tb(f.oid, coalesce(t.tgrelid, 0), fatal_errors => false,
      security_warnings => true, oldtable => t.tgoldtable, newtable => t.tgnewtable) c
    where (f.prorettype <> 'trigger'::regtype or t.oid is not null)
      and not (c.level = 'security' and f.name = any (${Object.keys(dynamic)}))`;
  expect(found).toEqual([]);
});

test('every trigger function belongs to a trigger, against which it is checked', async () => {
  const unused = await sql`select name from funciones f
    where prorettype = 'trigger'::regtype and not exists (select from pg_trigger t where t.tgfoid = f.oid)`;
  expect(unused).toEqual([]);
});

test('only the listed functions use dynamic SQL', async () => {
  const rows = await sql<{ name: string }[]>`
    select distinct name from funciones where regexp_replace(prosrc, '--[^\n]*', '', 'g') ~* '\\mexecute\\M' order by name`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(dynamic).sort());
});
