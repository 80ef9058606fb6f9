import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authIdentity, authUser } from '@unstore/local-supabase/auth-rows';
import postgres from 'postgres';
import { products } from '../data/index.ts';
import { productId, stableId, userId } from '../ids.ts';
import { createBackdate } from './backdate.ts';
import { visitors } from './people.ts';
import { arrival, days, planHistory } from './plan.ts';

const day = 86_400_000;

/** Append-only ledgers, whose rows this transaction moves into the past. */
const sealed = ['movimientos_ingresos', 'movimientos_uncoins', 'facturas', 'auditoria', 'suscripciones_historial'];

async function insertVisitors(sql: postgres.Sql, now: number): Promise<void> {
  const [password] = await sql`select encrypted_password from auth.users where id = ${userId('lucia')}`;
  const since = (at: number) => new Date(now - arrival(at) * day);
  const people = visitors.map(({ username, displayName, email }, at) => ({
    ...{ id: userId(username), email, hash: password?.encrypted_password, since: since(at) },
    metadata: { username, display_name: displayName },
    identity: stableId('identity', username),
  }));
  await sql`insert into auth.users ${sql(people.map(authUser) as never)}`;
  await sql`insert into auth.identities ${sql(people.map((one) => authIdentity(one.identity, one)) as never)}`;
  await sql`update usuarios_meta m set created_at = u.created_at from auth.users u
    where u.id = m.id and m.id = any (${visitors.map(({ username }) => userId(username))})`;
  await sql`update logros_usuario l set created_at = u.created_at from auth.users u
    where u.id = l.user_id and l.logro = 'cuenta_creada'`;
}

/** Views of every day, more for popular products and on weekends. Their sum equals the views of the products. */
async function insertViews(sql: postgres.Sql): Promise<void> {
  const rows = products
    .filter(({ status }) => !status)
    .map(({ slug, visits, ageDays }) => ({ id: productId(slug), visits, since: Math.min(ageDays, days) }));
  await sql`
    insert into visitas_producto (producto_id, dia, visitante)
    select p.id, current_date - d, md5(p.id::text || d || n)
    from jsonb_to_recordset(${sql.json(rows)}::jsonb) as p(id uuid, visits integer, since integer)
    cross join lateral generate_series(0, p.since) d
    cross join lateral generate_series(1, greatest(1, round(least(p.visits, 4000) / 400.0
      * (case extract(isodow from current_date - d) when 6 then 1.6 when 7 then 1.7 when 5 then 1.2 else 0.9 end)
      * (case d when 0 then 0.4 else 0.7 end + ('x' || left(md5(p.id::text || d), 2))::bit(8)::integer / 400.0))::integer)) n`;
}

/** Invoices are numbered in the order in which they were issued, in the series of their year. */
async function numberInvoices(sql: postgres.Sql): Promise<void> {
  await sql`create temporary table numeradas on commit drop as
    select id, prefijo || to_char(emitida_at at time zone 'Europe/Madrid', 'YYYY') as serie, row_number() over (
      partition by prefijo, to_char(emitida_at at time zone 'Europe/Madrid', 'YYYY') order by emitida_at, serie, numero)
      as numero
    from (select f.*, regexp_replace(serie, '\\d{4}$', '') as prefijo from facturas f) f`;
  await sql`update facturas set numero = numero + 1000000`;
  await sql`update facturas f set serie = n.serie, numero = n.numero from numeradas n where n.id = f.id`;
  await sql`update facturas f set datos = jsonb_set(f.datos, '{pagado_at}', to_jsonb(p.pagado_at))
    from pagos p where p.id = f.pago_id and f.rectifica is null`;
  await sql`delete from contadores_facturas`;
  await sql`insert into contadores_facturas (serie, ultimo) select serie, max(numero) from numeradas group by serie`;
}

/** Drops the mails about the past, and marks older notifications as read. */
async function dropNews(sql: postgres.Sql, before: number): Promise<void> {
  await sql`delete from correos where id > ${before}`;
  await sql`update notificaciones set leida_at = created_at + interval '6 hours'
    where created_at < now() - interval '4 days'`;
  await sql`delete from intentos`;
}

/**
 * Fills the demo shop with a history of the last ninety days, once: the shop's own functions record each event, in one
 * transaction.
 *
 * @param onBegin called before, unless the history exists
 */
export async function fillHistory(
  databaseUrl: string,
  { onBegin = () => {} }: { onBegin?: () => void } = {},
): Promise<void> {
  const database = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [already] = await database`select 1 from auth.users where id = ${userId(visitors[0]?.username ?? '')}`;
    if (already) return;
    onBegin();
    const now = Date.now();
    await database.begin(async (begun) => {
      // The package types a transaction without its call signature.
      const sql = begun as unknown as postgres.Sql;
      const [mails] = await sql`select coalesce(max(id), 0) as last from correos`;
      await insertVisitors(sql, now);
      await insertViews(sql);
      await createBackdate(sql);
      await sql.unsafe(await readFile(join(import.meta.dirname, 'replay.sql'), 'utf8'));
      for (const table of sealed) await sql.unsafe(`alter table public.${table} disable trigger solo_anadir`);
      await sql`select pg_temp.revivir(${sql.json(planHistory(now) as never)})`;
      await numberInvoices(sql);
      await dropNews(sql, Number(mails?.last));
      await sql`set constraints all immediate`;
      for (const table of sealed) await sql.unsafe(`alter table public.${table} enable trigger solo_anadir`);
      // They were counted on the day that they were written.
      await sql`select privado.recontar_cifras()`;
    });
  } finally {
    await database.end();
  }
}
