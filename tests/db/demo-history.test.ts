/** @module-tag nightly */
import type postgres from 'postgres';
import { beforeAll, expect, test, vi } from 'vitest';
import { firstClubPrices } from '../../lib/pricing/club-plans.ts';
import { readArtwork } from '../../supabase/seed/artwork.ts';
import { fillHistory } from '../../supabase/seed/history/index.ts';
import { insertShop } from '../../supabase/seed/seed.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

beforeAll(async () => {
  const artwork = await readArtwork();
  await sql.begin((begun) => insertShop(begun as unknown as postgres.Sql, artwork));
  await fillHistory(db.url);
  // About four seconds on an idle machine; other tests run beside this one.
}, 120_000);

test('the history is created once', async () => {
  const [before] = await sql`select count(*)::int as payments from pagos`;
  const onBegin = vi.fn();
  await fillHistory(db.url, { onBegin });
  expect(onBegin).not.toHaveBeenCalled();
  expect((await sql`select count(*)::int as payments from pagos`)[0]).toEqual(before);
});

test('the ledgers of a shop with a history are consistent', async () => {
  const broken = await sql`select nombre, frase, cuenta, ejemplos from privado.invariantes() where cuenta > 0`;
  expect(broken).toEqual([]);
});

test('no event is recent', async () => {
  const columns = await sql`
    select c.table_name as t, c.column_name as c from information_schema.columns c join information_schema.tables
      using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'`;
  const [payment] = await sql`select max(created_at) as newest from pagos where referencia like 'cs_demo_________-%'`;
  expect(payment?.newest.getTime()).toBeLessThan(Date.now() - 3_600_000);
  const found: string[] = [];
  for (const { t, c } of columns) {
    const [row] = await sql.unsafe(
      `select count(*)::int as n from (select "${c}"::text from public."${t}" where "${c}" between now() - interval '90 s' and now() group by 1 having count(*) > 40) x`,
    );
    if (row?.n > 0) found.push(`${t}.${c}`);
  }
  expect(found).toEqual([]);
});

/** Counts of implausible events. */
const unbelievable = {
  'a review is written twice': sql`select count(*)::int as n from (
    select texto from resenas where texto <> '' group by 1 having count(*) > 1) x`,
  'an answer is written twice for one creator': sql`select count(*)::int as n from (
    select p.usuario_id, respuesta from resenas r join productos p on p.id = r.producto_id where respuesta is not null
    group by 1, 2 having count(*) > 1) x`,
  'a review is older than its product': sql`select count(*)::int as n from resenas r
    join productos p on p.id = r.producto_id where r.created_at < p.created_at`,
  'a purchase is older than its product': sql`select count(*)::int as n from adquisiciones a
    join productos p on p.id = a.producto_id where a.created_at < p.created_at`,
  'a purchase is older than the account': sql`select count(*)::int as n from adquisiciones a
    join usuarios_meta m on m.id = a.user_id where a.created_at < m.created_at`,
  'an account is opened on another day than its achievement says': sql`select count(*)::int as n
    from usuarios_meta m left join logros_usuario l on l.user_id = m.id and l.logro = 'cuenta_creada'
    where l.created_at is distinct from m.created_at`,
  'the first purchase is another than its achievement says': sql`select count(*)::int as n
    from (select user_id, min(pagado_at) as at from pagos where user_id = destinatario_id and total_centimos > 0
      and entregado_at is not null group by 1) p
    left join logros_usuario l on l.user_id = p.user_id and l.logro = 'primera_compra'
    where l.created_at is null or l.created_at not between p.at - interval '1 hour' and p.at + interval '1 hour'`,
  'a month or a year of the Club costs something else': sql`select count(*)::int as n from cargos_club
    where centimos <> all (${[firstClubPrices.monthly, firstClubPrices.yearly]})`,
};

test.each(Object.keys(unbelievable))('there is never a case where %s', async (name) => {
  expect((await unbelievable[name as keyof typeof unbelievable])[0]?.n).toBe(0);
});

test('every kind of object has an example', async () => {
  const [figures] = await sql`select
    (select count(*)::int from pagos where estado = 'entregado') as delivered,
    (select count(distinct metodo)::int from pagos) as methods,
    (select count(distinct date_trunc('day', pagado_at))::int from pagos) as days,
    (select count(*)::int from resenas) as reviews, (select count(*)::int from resenas where respuesta is not null) as answers,
    (select count(*)::int from visitas_producto) as views, (select count(*)::int from follows) as follows,
    (select array_agg(distinct estado order by estado) from withdrawals) as withdrawals,
    (select array_agg(distinct fase order by fase) from disputas) as disputes,
    (select array_agg(distinct estado order by estado) from suscripciones) as members,
    (select count(*)::int from reembolsos where estado = 'hecho') as refunds`;
  expect(figures).toMatchObject({
    methods: 4,
    withdrawals: ['en_proceso', 'fallido', 'pagado', 'rechazado', 'solicitado'],
    disputes: ['perdida'],
    members: ['activa', 'cancelada_al_final', 'terminada'],
  });
});
