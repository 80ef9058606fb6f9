import { describe, expect, test } from 'vitest';
import { buy, createProduct, createUser } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

/** Moments around midnight in Spain, and the day each belongs to: in winter, in summer, and when the clocks change. */
const moments: Array<[moment: string, day: string]> = [
  ['2026-01-14T22:59:59.999Z', '2026-01-14'],
  ['2026-01-14T23:00:00Z', '2026-01-15'],
  ['2026-07-14T21:59:59.999Z', '2026-07-14'],
  ['2026-07-14T22:00:00Z', '2026-07-15'],
  // The 29th of March has 23 hours, the 25th of October has 25.
  ['2026-03-28T23:00:00Z', '2026-03-29'],
  ['2026-03-29T21:59:59.999Z', '2026-03-29'],
  ['2026-03-29T22:00:00Z', '2026-03-30'],
  ['2026-10-24T22:00:00Z', '2026-10-25'],
  ['2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['2026-10-25T23:00:00Z', '2026-10-26'],
];

test.each(moments)('%s is on %s, as are the figures of that moment', async (moment, day) => {
  const [row] = await sql`select privado.dia_de(${moment})::text as day,
    privado.inicio_del_dia(privado.dia_de(${moment})) <= ${moment}::timestamptz and ${moment}::timestamptz <= privado.fin_del_dia(privado.dia_de(${moment})) as within`;
  expect(row).toEqual({ day, within: true });
  const sale = await buy(db, await createUser(sql), { producto: await createProduct(sql) });
  await sql`update pagos set pagado_at = ${moment} where id = ${sale.id}`;
  await sql`update adquisiciones set created_at = ${moment} where pago_id = ${sale.id}`;
  const counted =
    await sql`select dia::text, ventas::integer, pedidos from privado.contar_dias(${day}::date - 1, ${day}::date + 1)
    where ventas > 0 or pedidos > 0`;
  expect(counted.map((found) => ({ ...found }))).toEqual([{ dia: day, ventas: 1000, pedidos: 1 }]);
  await sql`update pagos set pagado_at = '2020-01-01' where id = ${sale.id}`;
  await sql`update adquisiciones set created_at = '2020-01-01' where pago_id = ${sale.id}`;
});

test('the figures of a day include its first moment, exclude the next day, and ignore free months', async () => {
  const [row] = await sql`select privado.inicio_del_dia('2026-02-10')::text as first,
    (privado.inicio_del_dia('2026-02-10') - interval '1 microsecond')::text as before`;
  const user = await createUser(sql);
  const [subscription] = await sql`insert into suscripciones
    (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at, created_at)
    values (${user}, 'sub_dias', 'monthly', 'activa', now(), now() + interval '30 days', now(), now(), ${String(row?.first)})
    returning id`;
  const charge = (factura_proveedor: string, centimos: number, pagado_at: string) => sql`insert into cargos_club
    ${sql({
      ...{ user_id: user, suscripcion_id: subscription?.id, factura_proveedor, centimos, pagado_at, plan: 'monthly' },
      ...{ iva_centimos: 0, estado: 'pagado', visto_at: pagado_at },
      ...{ periodo_inicio: '2026-02-01', periodo_fin: '2026-03-01' },
    })}`;
  await charge('in_dia_1', 390, String(row?.first));
  await charge('in_dia_2', 100, String(row?.before));
  await charge('in_dia_3', 0, String(row?.first));
  for (const moment of [row?.first, row?.before, row?.first])
    await sql`update usuarios_meta set created_at = ${String(moment)} where id = ${await createUser(sql)}`;
  const days = await sql`select dia::text, ventas::integer, nuevos, altas, metodos
    from privado.contar_dias('2026-02-09', '2026-02-10') order by dia`;
  expect(days.map((found) => ({ ...found }))).toEqual([
    { dia: '2026-02-09', ventas: 100, nuevos: 1, altas: 0, metodos: [{ metodo: 'club', pagos: 1, total: 100 }] },
    { dia: '2026-02-10', ventas: 390, nuevos: 2, altas: 1, metodos: [{ metodo: 'club', pagos: 1, total: 390 }] },
  ]);
});

type Panel = Answer & {
  dias: Array<{ dia: string; visitas: number; pedidos: number; ingresos_centimos: number }>;
  productos: Array<{ visitas_recientes: number; pedidos_recientes: number; ingresos_recientes_centimos: number }>;
};

describe('the figures of a creator', () => {
  test('begin at midnight in Spain, and contain each day once', async () => {
    const creator = await createUser(sql);
    const producto = await createProduct(sql, { usuario_id: creator });
    // Ledger rows are never changed, so the sales are written where they belong.
    const sellAt = async (moment: string) => {
      const [order] = await sql`with pago as (
          insert into pagos (user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado, total_centimos,
            presupuesto, minecraft_name, clave)
          select ${await createUser(sql)}, u.id, ${producto}, 'tarjeta', 'stripe', gen_random_uuid()::text, 'entregado', 500,
            '{"lineas": []}', 'Jugador_1', gen_random_uuid()::text from usuarios_meta u where u.id = ${creator}
          returning id, user_id)
        insert into adquisiciones (user_id, producto_id, pago_id, precio_pagado, minecraft_name, created_at)
        select user_id, ${producto}, id, 5, 'Jugador_1', ${moment}::text::timestamptz from pago returning id`;
      await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id, created_at)
        values (${creator}, 100, 'venta', ${`venta:${order?.id}`}, ${String(order?.id)}, ${moment}::text::timestamptz)`;
    };
    const [edge] = await sql`select privado.inicio_del_dia(privado.hoy() - 6)::text as first,
      (privado.inicio_del_dia(privado.hoy() - 6) - interval '1 second')::text as before, (privado.hoy() - 6)::text as day`;
    await sellAt(String(edge?.first));
    await sellAt(String(edge?.before));
    await sql`insert into visitas_producto (producto_id, dia, visitante)
      select ${producto}, privado.hoy() - d, repeat('v', 16) from generate_series(6, 7) d`;
    const panel = await db.callAs<Panel>(creator, 'mi_panel', { p_dias: 7 });
    expect(panel.dias).toHaveLength(7);
    expect(panel.dias[0]).toEqual({ dia: edge?.day, visitas: 1, pedidos: 1, ingresos_centimos: 100 });
    expect(panel.productos).toMatchObject([
      { visitas_recientes: 1, pedidos_recientes: 1, ingresos_recientes_centimos: 100 },
    ]);
    const quarter = await db.callAs<Panel>(creator, 'mi_panel', { p_dias: 90 });
    expect(new Set(quarter.dias.map(({ dia }) => dia)).size).toBe(90);
  });

  test('assign an order and a view to the day in Spain', async () => {
    const sale = await buy(db, await createUser(sql), { producto: await createProduct(sql) });
    const [order] = await sql`select fecha = privado.hoy() as day,
      abs(extract(epoch from hora - (now() at time zone 'Europe/Madrid')::time)) % 86340 < 60 as hour
      from adquisiciones where pago_id = ${sale.id}`;
    expect(order).toEqual({ day: true, hour: true });
    const [column] = await sql`select pg_get_expr(adbin, adrelid) as fallback from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where d.adrelid = 'visitas_producto'::regclass and a.attname = 'dia'`;
    expect(column?.fallback).toMatch(/hoy\(\)$/);
  });

  test('are computed in no other time zone by any function', async () => {
    const found = await sql`select p.proname from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'privado')
        and p.prosrc ~* '(current_date|localtime|localtimestamp|_at::date|now\\(\\)::date|date_trunc\\(''(day|month))'`;
    expect(found.map(({ proname }) => proname)).toEqual([]);
    const defaults = await sql`select adrelid::regclass::text as table from pg_attrdef
      where pg_get_expr(adbin, adrelid) ~* 'current_date|localtime'
        and adrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;
    expect(defaults.map((row) => row.table)).toEqual([]);
  });
});

describe('sources of visits', () => {
  const seal = async (words: string[]) => {
    const [row] = await sql`select encode(extensions.hmac(convert_to(${words.join('\n')}, 'utf8'),
      decode(clave_de_sellos(), 'hex'), 'sha256'), 'hex') as seal`;
    return String(row?.seal);
  };

  test('are stored once, with the daily view, and by the shop only', async () => {
    const creator = await createUser(sql);
    const producto = await createProduct(sql, { usuario_id: creator });
    const [{ slug } = { slug: '' }] = await sql<{ slug: string }[]>`select slug from productos where id = ${producto}`;
    const note = async (visitor: string, source: string | null) => {
      const p_sello = await seal(['visita', slug, visitor, ...(source ? [source] : [])]);
      return db.callAnon('registrar_visita', { p_slug: slug, p_visitante: visitor, p_fuente: source, p_sello });
    };
    for (const [index, source] of ['youtube', 'youtube', 'google', null].entries())
      await note(`visitante-${index}-0000000`, source);
    await note('visitante-0-0000000', 'google');
    const visitor = 'visitante-4-0000000';
    // A seal of the view alone does not speak for a source.
    for (const p_sello of ['00', await seal(['visita', slug, visitor])]) {
      expect(
        await db.callAnon('registrar_visita', { p_slug: slug, p_visitante: visitor, p_fuente: 'google', p_sello }),
      ).toEqual({ ok: false, error: 'sello_no_valido' });
    }
    expect(await db.callAs(creator, 'mis_fuentes', { p_dias: 7 })).toEqual({
      ok: true,
      total: 4,
      fuentes: [
        { fuente: 'youtube', visitas: 2 },
        { fuente: 'google', visitas: 1 },
        { fuente: null, visitas: 1 },
      ],
    });
    expect(await db.callAs(await createUser(sql), 'mis_fuentes', { p_dias: 7 })).toMatchObject({ total: 0 });
  });
});
