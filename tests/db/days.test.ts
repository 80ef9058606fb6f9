import { describe, expect, test } from 'vitest';
import { dayInSpain } from '../../lib/core/day.ts';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

const db = await openDatabase();
const { sql } = db;
const admin = await createUser(sql, { role: 'admin' });

/** Days in Spain, and the last whole second of each: in winter, in summer, and around the nights that clocks change. */
const days: Array<[day: string, end: string]> = [
  ['2999-01-15', '2999-01-15T22:59:59Z'],
  ['2999-07-15', '2999-07-15T21:59:59Z'],
  ['2027-03-27', '2027-03-27T22:59:59Z'],
  ['2027-03-28', '2027-03-28T21:59:59Z'],
  ['2027-10-30', '2027-10-30T21:59:59Z'],
  ['2027-10-31', '2027-10-31T22:59:59Z'],
  ['2028-02-29', '2028-02-29T22:59:59Z'],
];

const wholeSecond = (moment: unknown) => new Date(String(moment)).toISOString().replace(/\.\d+/, '');

describe.each(days)('the end of %s', (day, end) => {
  test('is the end of a ban until that day', async () => {
    const user = await createUser(sql);
    expect(await db.callAs(admin, 'vetar', { p_usuario: user, p_hasta: day, p_motivo: 'Fraude' })).toEqual({
      ok: true,
    });
    const [row] = await sql`select banned_until::text as until,
      (banned_until at time zone 'Europe/Madrid')::date::text as shown from usuarios_meta where id = ${user}`;
    expect([wholeSecond(row?.until), row?.shown]).toEqual([end, day]);
    const [act] = await sql`select despues ->> 'banned_until' as until from auditoria
      where objeto_id = ${user} and accion = 'vetar'`;
    expect(wholeSecond(act?.until)).toBe(end);
  });

  test('is the end of a coupon until that day', async () => {
    const coupon = {
      p_cupon: null as unknown,
      p_codigo: 'VERANO',
      p_producto: await createProduct(sql),
      p_porcentaje: 10,
      p_caduca_at: day,
      p_usos_max: null,
      p_usos_por_usuario: null,
    };
    const made = await db.callAs(admin, 'admin_guardar_cupon', coupon);
    const stored = async () => {
      const [row] = await sql`select caduca_at::text as until,
        (caduca_at at time zone 'Europe/Madrid')::date::text as shown from codigos_cupones where id = ${String(made.cupon_id)}`;
      return [wholeSecond(row?.until), row?.shown];
    };
    expect(await stored()).toEqual([end, day]);
    await db.callAs(admin, 'admin_guardar_cupon', { ...coupon, p_cupon: made.cupon_id });
    expect(await stored()).toEqual([end, day]);
  });

  test('is the last moment of its month in a statement', async () => {
    const creator = await createUser(sql);
    const book = (moment: string, centimos: number) => sql`insert into movimientos_ingresos
      (usuario_id, centimos, concepto, clave, created_at)
      values (${creator}, ${centimos}, 'ajuste', ${`ajuste:${creator}:${moment}`}, ${moment})`;
    await book(end, 500);
    const after = new Date(Date.parse(end) + 1000).toISOString();
    await book(after, 70);
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const statement = (p_desde: string, p_hasta: string) => db.callAs(creator, 'mi_extracto', { p_desde, p_hasta });
    expect(await statement(day, next)).toMatchObject({ apertura_centimos: 0, cierre_centimos: 500 });
    const moved = await db.asUser(
      creator,
      (tx) => tx`select centimos from public.mis_movimientos(${day}::date, ${next}::date)`,
    );
    expect(moved.map(({ centimos }) => centimos)).toEqual([500]);
    expect(await statement(next, '3000-01-01')).toMatchObject({ apertura_centimos: 500, cierre_centimos: 570 });
  });
});

test("today is a day in Spain: a product released today is available, tomorrow's is not", async () => {
  const [row] =
    await sql`select now() between privado.inicio_del_dia(privado.hoy()) and privado.fin_del_dia(privado.hoy()) as within,
    to_char(now() at time zone 'Europe/Madrid', 'YYYY-MM-DD') = privado.hoy()::text as same`;
  expect(row).toEqual({ within: true, same: true });
  const waits = async (days: number) => {
    const id = await createProduct(sql, { reserva: true });
    const [found] = await sql`update productos set fecha_lanzamiento = privado.hoy() + ${days}::integer where id = ${id}
      returning privado.espera_lanzamiento(productos, null) as waits`;
    return found?.waits;
  };
  expect([await waits(0), await waits(1)]).toEqual([false, true]);
});

test('a ban until today lasts until midnight, and one until yesterday is refused', async () => {
  const user = await createUser(sql);
  const ban = async (days: number) => {
    const [row] = await sql`select ((now() at time zone 'Europe/Madrid')::date + ${days}::integer)::text as day`;
    return db.callAs(admin, 'vetar', { p_usuario: user, p_hasta: row?.day, p_motivo: 'Fraude' });
  };
  expect(await ban(-1)).toEqual({ ok: false, error: 'fecha_no_valida' });
  expect(await ban(0)).toEqual({ ok: true });
});

test('the API returns the end of a day as that day, at any precision', async () => {
  const { api, secrets } = await startLocalApi(db.url);
  const user = await createUser(sql);
  await db.callAs(admin, 'vetar', { p_usuario: user, p_hasta: '2999-12-01', p_motivo: 'Fraude' });
  const answer = await fetch(`${api.url}/rest/v1/usuarios_meta?select=banned_until&id=eq.${user}`, {
    headers: { apikey: secrets.secretKey, authorization: `Bearer ${secrets.secretKey}` },
  });
  const [row] = (await answer.json()) as Array<{ banned_until: string }>;
  expect(dayInSpain(new Date(row?.banned_until ?? ''))).toBe('2999-12-01');
  // A client that rounds to milliseconds, as many do, comes to the same day.
  const [stored] = await sql`select extract(microseconds from banned_until)::int % 1000 as finer
    from usuarios_meta where id = ${user}`;
  expect(stored?.finer).toBe(0);
});
