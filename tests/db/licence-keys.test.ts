import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, createEdition, createProduct, createUser, openDispute, refundAll, winDispute } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

type Licence = { clave: string; maximo: number; activaciones: Array<{ id: string; nombre: string }> };

const set = (who: string, product: string, maximo = 2, activa = true) =>
  db.callAs(who, 'ajustar_licencias', { p_producto: product, p_activa: activa, p_maximo: maximo });
const ask = (accion: string, clave: string, producto: string, nombre: string | null = null) =>
  db.callAnon<Answer>('licencia_v1', { p_accion: accion, p_clave: clave, p_producto: producto, p_nombre: nombre });
const orderOf = async (payment: { id: string }) =>
  String((await sql`select id from adquisiciones where pago_id = ${payment.id}`)[0]?.id);
const licenceOf = async (who: string, order: string) => {
  const answer = await db.callAs<{ ok: boolean; licencia: Licence | null }>(who, 'mi_licencia', { p_pedido: order });
  expect(answer.ok).toBe(true);
  return answer.licencia;
};

async function sellOne(maximo = 2, change: Record<string, unknown> = {}) {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, ...change });
  expect(await set(creator, product, maximo)).toEqual({ ok: true });
  const payment = await buy(db, buyer, { producto: product });
  const order = await orderOf(payment);
  const licence = await licenceOf(buyer, order);
  return { creator, buyer, product, payment, order, key: String(licence?.clave) };
}

const invalid = { ok: true, valida: false };
const waiting = { reserva: true, fecha_lanzamiento: '2999-01-01' };

test('a licence key is active on a limited number of servers, and the buyer can release one', async () => {
  const { buyer, product, order, key } = await sellOne();
  expect(key).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
  const facts = { ok: true, valida: true, usadas: 0, maximo: 2, activada: false };
  expect(await ask('validar', key, product)).toMatchObject(facts);
  expect(await ask('validar', ` ${key.toLowerCase().replaceAll('-', '')}`, product, 'uno')).toMatchObject(facts);
  expect(await ask('activar', key, product, 'uno')).toMatchObject({ activada: true, usadas: 1 });
  expect(await ask('activar', key, product, 'uno')).toMatchObject({ activada: true, usadas: 1 });
  expect(await ask('activar', key, product, 'dos')).toMatchObject({ activada: true, usadas: 2 });
  expect(await ask('activar', key, product, 'tres')).toEqual({ ok: false, error: 'sin_activaciones' });
  expect(await ask('activar', key, product, 'x\ny')).toEqual({ ok: false, error: 'sin_activaciones' });
  const [first] = (await licenceOf(buyer, order))?.activaciones ?? [];
  expect(first?.nombre).toBe('uno');
  expect(await db.callAs(await createUser(sql), 'liberar_activacion', { p_activacion: first?.id })).toEqual({
    ok: false,
    error: 'no_existe',
  });
  expect(await db.callAs(buyer, 'liberar_activacion', { p_activacion: first?.id })).toEqual({ ok: true });
  expect(await ask('validar', key, product, 'uno')).toMatchObject({ valida: true, activada: false, usadas: 1 });
  expect(await ask('desactivar', key, product, 'dos')).toMatchObject({ activada: false, usadas: 0 });
  expect(await ask('activar', key, product, 'x\ny')).toEqual({ ok: false, error: 'datos_no_validos' });
});

test('the last contact of a server is kept by the hour, per key', async () => {
  const { product, key } = await sellOne();
  const other = await createUser(sql);
  const order = await orderOf(await buy(db, other, { producto: product }));
  const keys = [key, String((await licenceOf(other, order))?.clave)];
  for (const each of keys) for (const name of ['uno', 'dos']) await ask('activar', each, product, name);
  const seenAfter = async (age: string) => {
    await sql`update activaciones_licencia v set vista_at = now() - ${age}::interval
      from licencias k join adquisiciones a on a.id = k.adquisicion_id where k.id = v.licencia_id and a.producto_id = ${product}`;
    await ask('validar', key, product, 'uno');
    return sql`select k.clave, v.nombre from activaciones_licencia v join licencias k on k.id = v.licencia_id
      join adquisiciones a on a.id = k.adquisicion_id
      where a.producto_id = ${product} and v.vista_at > now() - interval '1 minute'`;
  };
  expect(await seenAfter('59 minutes')).toEqual([]);
  expect(await seenAfter('61 minutes')).toEqual([{ clave: key, nombre: 'uno' }]);
});

test('a licence key is activated fifty times a day', async () => {
  const { product, key } = await sellOne();
  await ask('activar', key, product, 'uno');
  await ask('desactivar', key, product, 'uno');
  await sql`update intentos set veces = 49 where tipo = 'activar_licencia'
    and clave = (select id::text from licencias where clave = ${key})`;
  expect(await ask('activar', key, product, 'uno')).toMatchObject({ activada: true });
  expect(await ask('activar', key, product, 'dos')).toEqual({ ok: false, error: 'demasiados_intentos' });
  expect(await ask('activar', key, product, 'uno')).toMatchObject({ activada: true, usadas: 1 });
});

test('a server is released on its own licence key only', async () => {
  const { product, key } = await sellOne();
  const buyer = await createUser(sql);
  const order = await orderOf(await buy(db, buyer, { producto: product }));
  const other = String((await licenceOf(buyer, order))?.clave);
  for (const each of [key, other]) for (const name of ['uno', 'dos']) await ask('activar', each, product, name);
  expect(await ask('desactivar', key, product, 'uno')).toMatchObject({ activada: false, usadas: 1 });
  expect(await ask('validar', key, product, 'dos')).toMatchObject({ activada: true, usadas: 1 });
  expect(await ask('validar', other, product, 'uno')).toMatchObject({ activada: true, usadas: 2 });
  expect((await licenceOf(buyer, order))?.activaciones.map(({ nombre }) => nombre)).toEqual(['uno', 'dos']);
});

test('the licence key of an edition waits for the release of that edition', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  await set(creator, product);
  for (const [edition, isOut] of [
    [await createEdition(sql, product, waiting), false],
    [await createEdition(sql, product), true],
  ] as const) {
    const buyer = await createUser(sql);
    const order = await orderOf(await buy(db, buyer, { producto: product, edicion: edition }));
    const key = String((await licenceOf(buyer, order))?.clave);
    expect(await ask('validar', key, product)).toMatchObject(isOut ? { valida: true, edicion_id: edition } : invalid);
  }
});

test('concurrent activations do not exceed the limit of a licence key', async () => {
  const { product, key } = await sellOne(3);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => ask('activar', key, product, `servidor ${at}`)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
});

test('refunds and disputes revoke a licence key, a won dispute restores it, and a renewal replaces it', async () => {
  const { creator, buyer, product, payment, order, key } = await sellOne();
  await ask('activar', key, product, 'uno');
  const dispute = await openDispute(db, payment);
  expect(await ask('validar', key, product, 'uno')).toEqual(invalid);
  expect(await licenceOf(buyer, order)).toBeNull();
  await winDispute(db, payment, dispute);
  expect(await ask('validar', key, product, 'uno')).toMatchObject({ valida: true, activada: true });

  const stranger = await createUser(sql);
  expect(await licenceOf(stranger, order)).toBeNull();
  for (const who of [stranger, creator]) {
    expect(await db.callAs(who, 'renovar_licencia', { p_pedido: order })).toEqual({ ok: false, error: 'no_existe' });
  }
  expect(await db.callAs(buyer, 'renovar_licencia', { p_pedido: order })).toEqual({ ok: true });
  const renewed = await licenceOf(buyer, order);
  expect([renewed?.clave === key, renewed?.activaciones]).toEqual([false, []]);
  expect(await ask('validar', key, product)).toEqual(invalid);
  expect(await ask('validar', String(renewed?.clave), product)).toMatchObject({ valida: true });
  const renew = () => db.callAs(buyer, 'renovar_licencia', { p_pedido: order });
  for (let time = 2; time <= 5; time += 1) expect(await renew()).toEqual({ ok: true });
  expect(await renew()).toEqual({ ok: false, error: 'demasiados_intentos' });
  const last = await licenceOf(buyer, order);

  expect(await ask('validar', String(last?.clave), product)).toMatchObject({ valida: true });
  await refundAll(db, payment);
  expect(await ask('validar', String(last?.clave), product)).toEqual(invalid);
  await sql`delete from intentos where tipo = 'renovar_licencia'`;
  expect(await renew()).toEqual({ ok: false, error: 'no_existe' });
});

test('a licence key stays valid when its product becomes a reservation after the sale', async () => {
  const { product, key } = await sellOne();
  await sql`update productos set ${sql(waiting)} where id = ${product}`;
  expect(await ask('activar', key, product, 'uno')).toMatchObject({ valida: true, activada: true });
});

test('a licence key of a released reservation stays valid when its product is postponed', async () => {
  const { product, key } = await sellOne(2, waiting);
  await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${product}`;
  await sql`update productos set ${sql(waiting)} where id = ${product}`;
  expect(await ask('activar', key, product, 'uno')).toMatchObject({ valida: true, activada: true });
});

test('an unknown, foreign or unreleased licence key all get the same response', async () => {
  const { creator, product, key } = await sellOne(2, waiting);
  const other = await createProduct(sql, { usuario_id: creator });
  await set(creator, other);
  const wrong = [
    await ask('validar', 'AAAA-BBBB-CCCC-DDDD', product),
    await ask('activar', key, other, 'uno'),
    await ask('validar', key, randomUUID()),
    await ask('validar', '', product),
  ];
  wrong.push(await ask('activar', key, product, 'uno'));
  await sql`update productos set reserva = false where id = ${product}`;
  await set(creator, product, 2, false);
  wrong.push(await ask('validar', key, product));
  expect(wrong).toEqual(Array(6).fill(invalid));
  await set(creator, product);
  expect(await ask('validar', key, product)).toMatchObject({ valida: true });
});

test('a creator enables licence keys for own products only, and existing orders get keys', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  const order = await orderOf(await buy(db, buyer, { producto: product }));
  const unrelated = await orderOf(await buy(db, buyer, { producto: await createProduct(sql) }));
  expect(await licenceOf(buyer, order)).toBeNull();
  expect(await set(buyer, product)).toEqual({ ok: false, error: 'no_existe' });
  for (const most of [0, 101])
    expect(await set(creator, product, most)).toEqual({ ok: false, error: 'datos_no_validos' });
  expect(await set(creator, product, 5)).toEqual({ ok: true });
  expect((await licenceOf(buyer, order))?.maximo).toBe(5);
  const keyed = await sql`select adquisicion_id from licencias where adquisicion_id in (${order}, ${unrelated})`;
  expect(keyed).toEqual([{ adquisicion_id: order }]);
  await refundAll(db, await buy(db, await createUser(sql), { producto: product }));
  const plain = await createProduct(sql, { usuario_id: creator });
  expect(await db.callAs(creator, 'mis_licencias')).toMatchObject({
    ok: true,
    productos: [
      { id: plain, activa: false, maximo: 1, claves: 0 },
      { id: product, activa: true, maximo: 5, claves: 1 },
    ],
  });
});

test('an order that was disputed while its creator enabled licence keys has one when it is restored', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  const payment = await buy(db, buyer, { producto: product });
  const dispute = await openDispute(db, payment);
  await set(creator, product);
  expect(await licenceOf(buyer, await orderOf(payment))).toBeNull();
  await winDispute(db, payment, dispute);
  const licence = await licenceOf(buyer, await orderOf(payment));
  expect(licence).toMatchObject({ maximo: 2, activaciones: [] });
  expect(await ask('validar', String(licence?.clave), product)).toMatchObject({ valida: true });
});

test('a code that is redeemed while its creator enables licence keys gives an order with one', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  await sql`insert into codigos_canjes (codigo, id_producto) values ('LLAVE-1', ${product})`;
  let redeemed: Promise<Answer> | undefined;
  await db.asUser(creator, async (tx) => {
    await tx`select ajustar_licencias(${product}, true, 1)`;
    redeemed = db.callAs(buyer, 'canjear_codigo', { p_codigo: 'LLAVE-1', p_minecraft_name: 'Jugador_1' });
    await db.waitForLock();
  });
  expect(await licenceOf(buyer, String((await redeemed)?.pedido_id))).toMatchObject({ maximo: 1 });
});

test('licence keys and servers are in the data export, and servers are deleted with the account', async () => {
  const { buyer, product, order, key } = await sellOne();
  await ask('activar', key, product, 'uno');
  expect(await db.callAs(buyer, 'mis_datos')).toMatchObject({
    licencias: [{ pedido_id: order, clave: key, servidores: [{ nombre: 'uno' }] }],
  });
  await sql`insert into llaves_api (usuario_id, nombre, huella, pista, ambitos, caduca_at)
    values (${buyer}, 'CI', ${Buffer.from(key)}, 'abcd', '{sales:read}', now() + interval '1 day')`;
  await sql`select privado.vaciar_cuenta(${buyer})`;
  expect(await sql`select 1 from llaves_api where usuario_id = ${buyer}`).toHaveLength(0);
  expect(await ask('validar', key, product, 'uno')).toMatchObject({ usadas: 0 });
});

test('signing keys rotate with an overlap', async () => {
  type Key = { id: string; semilla: string; desde: string };
  const keys = () => db.callService<Key[]>('claves_de_firma');
  const made = await Promise.all([keys(), keys(), keys()]);
  expect(new Set(made.flat().map(({ id }) => id)).size).toBe(1);
  const [first] = made[0] ?? [];
  expect(first?.semilla).toMatch(/^[0-9a-f]{64}$/);
  await sql`update claves_firma set desde = now() - interval '90 days'`;
  const both = await keys();
  expect(both.map(({ id }) => id)[1]).toBe(first?.id);
  expect(Date.parse(both[0]?.desde ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await keys()).toEqual(both);
  await sql`update claves_firma set desde = desde - interval '90 days'`;
  expect((await keys()).map(({ id }) => id).slice(1)).toEqual([both[0]?.id]);
});

test('a key that is replaced while a program activates it stays free of that activation', async () => {
  const { buyer, product, order, key } = await sellOne(1);
  let activation: Promise<Answer> | undefined;
  await db.asUser(buyer, async (tx) => {
    await tx`select renovar_licencia(${order})`;
    activation = ask('activar', key, product, 'leaked');
    await db.waitForLock();
  });
  expect(await activation).toEqual(invalid);
  expect(await licenceOf(buyer, order)).toMatchObject({ activaciones: [] });
});
