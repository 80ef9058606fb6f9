import { beforeAll, expect, test } from 'vitest';
import { settingColumns } from '@/lib/admin/setting-fields';
import { createProduct, createUser, openPayment } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
let admin = '';

beforeAll(async () => {
  admin = await createUser(sql, { role: 'admin' });
});

const save = (p_base: Record<string, unknown>, p_cambios: Record<string, unknown>, p_motivo = 'prueba', who = admin) =>
  db.callAs(who, 'guardar_ajustes', {
    p_base: sql.json(p_base as never),
    p_cambios: sql.json(p_cambios as never),
    p_motivo,
  });
const current = async () => (await sql`select * from configuracion_global`)[0] as Record<string, unknown>;

test('the panel can edit every setting except the two switches', async () => {
  const columns = Object.keys(await current()).filter((name) => !['id', 'mantenimiento', 'status_down'].includes(name));
  expect(Object.values(settingColumns).sort()).toEqual(columns.sort());
});

test('each setting is saved and logged with its reason and author', async () => {
  const wanted: Record<string, unknown> = {
    ingresos_creador_porcentaje: 25,
    dias_retencion: 14,
    club_descuento_porcentaje: 35,
    club_precio_mensual: 4.5,
    club_descuento_anual_porcentaje: 20,
    recargo_paypal_porcentaje: 5,
    iva_porcentaje: 10,
    vendedor_nombre: 'Tienda, S. L.',
    vendedor_nif: 'B00000000',
    vendedor_direccion: 'Calle Mayor 1\nMadrid',
    precio_cambio_maximo_porcentaje: 40,
    precio_cambios_por_dia: 5,
    precio_minimo: 1.25,
    nombre_minecraft_minimo: 3,
    nombre_minecraft_minimo_canje: 4,
  };
  for (const [name, value] of Object.entries(wanted)) {
    const before = (await current())[name];
    const isAmount = ['precio_minimo', 'club_precio_mensual'].includes(name);
    const base = isAmount ? Number(before) : before;
    expect(await save({ [name]: base }, { [name]: value }, `por ${name}`)).toEqual({ ok: true });
    const now = (await current())[name];
    expect(isAmount ? Number(now) : now).toBe(value);
    const [act] = await sql`select actor_id, antes, despues, motivo from auditoria
      where objeto_tipo = 'tienda' and objeto_id = 'ajustes' order by id desc limit 1`;
    expect(act).toMatchObject({ actor_id: admin, despues: { [name]: value }, motivo: `por ${name}` });
    expect(act?.antes).toEqual({ [name]: base });
    await save({ [name]: value }, { [name]: base });
  }
});

test('a setting is not saved without a reason, out of bounds, in another column, or without permission', async () => {
  const before = await current();
  const moderator = await createUser(sql, { role: 'moderador' });
  const share = { ingresos_creador_porcentaje: 20 };
  const more = { ingresos_creador_porcentaje: 90 };
  for (const who of [await createUser(sql), moderator])
    expect(await save(share, more, 'prueba', who)).toEqual({ ok: false, error: 'sin_permiso' });
  for (const reason of ['  ab  ', 'a'.repeat(501)])
    expect(await save(share, more, reason)).toEqual({ ok: false, error: 'motivo_no_valido' });
  for (const reason of [' abc ', 'a'.repeat(500)]) expect(await save(share, share, reason)).toEqual({ ok: true });
  for (const wrong of [101, -1, null, 'todo', 1e12])
    expect(await save(share, { ingresos_creador_porcentaje: wrong })).toEqual({ ok: false, error: 'datos_no_validos' });
  expect(await save({ mantenimiento: false }, { mantenimiento: true })).toEqual({
    ok: false,
    error: 'datos_no_validos',
  });
  expect(await save({}, more)).toEqual({ ok: false, error: 'datos_no_validos' });
  expect(await save({ vendedor_nombre: before.vendedor_nombre }, { vendedor_nombre: 'a'.repeat(121) })).toEqual({
    ok: false,
    error: 'datos_no_validos',
  });
  expect(await current()).toEqual(before);
});

test.each([
  ['club_precio_mensual', 3.9, [0.99, 99.01, 0, -1, null, 'x']],
  ['club_descuento_anual_porcentaje', 15, [91, -1, null, 'x']],
])('%s stays within its bounds', async (column, before, wrong) => {
  for (const value of wrong)
    expect(await save({ [column]: before }, { [column]: value })).toEqual({ ok: false, error: 'datos_no_validos' });
  expect(Number((await current())[column])).toBe(before);
});

test('concurrent changes of one setting by two admins result in a conflict for one', async () => {
  const answers = await Promise.all(
    [21, 22].map((value) => save({ iva_porcentaje: 21 }, { iva_porcentaje: value === 21 ? 4 : value })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const { iva_porcentaje } = await current();
  expect(answers.find(({ ok }) => !ok)).toEqual({
    ok: false,
    error: 'conflicto',
    iva_porcentaje: String(iva_porcentaje),
  });
  await save({ iva_porcentaje }, { iva_porcentaje: 21 });
});

test('an open payment keeps the rates of its quote', async () => {
  const creator = await createUser(sql);
  const payment = await openPayment(db, await createUser(sql), {
    producto: await createProduct(sql, { usuario_id: creator, precio: 10 }),
  });
  const shareOf = async () =>
    (await sql`select presupuesto #>> '{interno,ingresos_porcentaje}' as share from pagos where id = ${payment.id}`)[0]
      ?.share;
  const before = await shareOf();
  await save({ ingresos_creador_porcentaje: 20 }, { ingresos_creador_porcentaje: 60 });
  expect(await shareOf()).toBe(before);
  await save({ ingresos_creador_porcentaje: 60 }, { ingresos_creador_porcentaje: 20 });
});

test('admins change each of the two switches separately, and the log has the old and new value', async () => {
  const turn = (p_ajuste: string | null, p_valor: boolean | null) =>
    db.callAs(admin, 'cambiar_ajuste', { p_ajuste, p_valor });
  const switches = async () => {
    const { mantenimiento, status_down } = await current();
    return { mantenimiento, status_down };
  };
  for (const [name, value] of [
    [null, true],
    ['iva_porcentaje', true],
    ['mantenimiento', null],
  ] as const) {
    expect(await turn(name, value)).toEqual({ ok: false, error: 'ajuste_no_valido' });
  }
  expect(await switches()).toEqual({ mantenimiento: false, status_down: false });
  expect(await turn('status_down', true)).toEqual({ ok: true });
  expect(await switches()).toEqual({ mantenimiento: false, status_down: true });
  expect(await turn('mantenimiento', true)).toEqual({ ok: true });
  expect(await turn('status_down', false)).toEqual({ ok: true });
  expect(await switches()).toEqual({ mantenimiento: true, status_down: false });
  await turn('mantenimiento', false);
  expect(
    await sql`select objeto_id, antes, despues from auditoria where accion = 'cambiar_ajuste' and objeto_id <> 'ajustes' order by id`,
  ).toEqual([
    { objeto_id: 'status_down', antes: { status_down: false }, despues: { status_down: true } },
    { objeto_id: 'mantenimiento', antes: { mantenimiento: false }, despues: { mantenimiento: true } },
    { objeto_id: 'status_down', antes: { status_down: true }, despues: { status_down: false } },
    { objeto_id: 'mantenimiento', antes: { mantenimiento: true }, despues: { mantenimiento: false } },
  ]);
});
