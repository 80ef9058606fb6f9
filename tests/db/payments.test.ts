import { describe, expect, test } from 'vitest';
import {
  createBundle,
  createCoupon,
  createEdition,
  createPayment,
  createProduct,
  createUser,
  deliver,
  giveCoins,
  openPayment,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 12 });
const { sql } = db;

describe('crear_pago', () => {
  test('freezes buyer, items and amount', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql, { precio: 10, oferta: 8.5 });
    const answer = await createPayment(db, user, { producto });
    expect(answer).toMatchObject({ ok: true, estado: 'creado', proveedor: 'stripe', total_centimos: 850, pedidos: [] });
    const [row] = await sql`select * from pagos where id = ${String(answer.pago_id)}`;
    expect(row).toMatchObject({ user_id: user, destinatario_id: user, producto_id: producto, total_centimos: 850 });
    expect(row?.presupuesto.interno.articulos).toHaveLength(1);
    expect(answer.presupuesto).not.toHaveProperty('interno');
  });

  test.each(['', 'Ana', 'Ana1', 'con espacio', 'demasiado_largo_17', 'ñandú_1'])(
    'refuses the Minecraft name %j',
    async (minecraft) => {
      const producto = await createProduct(sql);
      expect(await createPayment(db, await createUser(sql), { producto, minecraft })).toEqual({
        ok: false,
        error: 'nombre_minecraft_no_valido',
      });
    },
  );

  test('refuses a refused quote and stores nothing', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql, { status: 'pending' });
    expect(await createPayment(db, user, { producto })).toEqual({ ok: false, error: 'pendiente' });
    expect(await sql`select 1 from pagos where user_id = ${user}`).toHaveLength(0);
  });

  test.each(['tarjeta', 'uncoins'])('refuses another total than its buyer saw, by %s', async (metodo) => {
    const user = await createUser(sql);
    await giveCoins(sql, user, 5_000);
    const producto = await createProduct(sql, { precio: 9.99 });
    for (const total of [0, 998, 1000]) {
      expect(await createPayment(db, user, { producto, metodo, total })).toEqual({
        ok: false,
        error: 'precio_cambiado',
      });
    }
    expect(await sql`select 1 from pagos where user_id = ${user}`).toHaveLength(0);
    expect(await createPayment(db, user, { producto, metodo, total: 999 })).toMatchObject({ ok: true });
  });

  test('refuses the free claim of a product that has a price again', async () => {
    const [user, producto] = [await createUser(sql), await createProduct(sql)];
    for (const total of [0, undefined]) {
      expect(await createPayment(db, user, { producto, metodo: 'gratis', total })).toEqual({
        ok: false,
        error: 'precio_cambiado',
      });
    }
  });

  test('returns the same payment for a repeated key, and refuses the key for another purchase', async () => {
    const user = await createUser(sql);
    const [producto, other] = [await createProduct(sql), await createProduct(sql)];
    const first = await createPayment(db, user, { producto, clave: 'clave-repetida' });
    const again = await createPayment(db, user, { producto, clave: 'clave-repetida' });
    expect(again.pago_id).toBe(first.pago_id);
    expect(await createPayment(db, user, { producto: other, clave: 'clave-repetida' })).toMatchObject({
      error: 'clave_usada',
    });
    for (const clave of ['siete-7', 'x'.repeat(101)])
      expect(await createPayment(db, user, { producto: other, clave })).toMatchObject({ error: 'clave_no_valida' });
    for (const clave of ['ocho-ocho'.slice(1), 'x'.repeat(100)])
      expect(await createPayment(db, user, { producto: other, clave })).toMatchObject({ ok: true });
  });

  test('continues the same abandoned purchase, unless its price has changed', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const first = await createPayment(db, user, { producto });
    expect((await createPayment(db, user, { producto })).pago_id).toBe(first.pago_id);
    await sql`update productos set oferta = 5 where id = ${producto}`;
    const cheaper = await createPayment(db, user, { producto });
    expect(cheaper.pago_id).not.toBe(first.pago_id);
    expect(cheaper.total_centimos).toBe(500);
  });

  test('creates one payment for concurrent clicks', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const answers = await Promise.all(Array.from({ length: 20 }, () => createPayment(db, user, { producto })));
    expect(new Set(answers.map(({ pago_id }) => pago_id)).size).toBe(1);
  });

  test('delivers a free total at once, and only one of concurrent claims', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql, { precio: 0 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createPayment(db, user, { producto, metodo: 'gratis' })),
    );
    const delivered = answers.filter(({ ok }) => ok);
    expect(delivered).toHaveLength(1);
    expect(delivered[0]).toMatchObject({ estado: 'entregado', total_centimos: 0, proveedor: 'gratis' });
    expect(answers.filter(({ error }) => error === 'ya_lo_tienes')).toHaveLength(19);
    expect(await sql`select origen, precio_pagado from adquisiciones where user_id = ${user}`).toEqual([
      { origen: 'gratis', precio_pagado: '0.00' },
    ]);
    expect(await sql`select 1 from logros_usuario where user_id = ${user} and logro = 'primera_compra'`).toHaveLength(
      0,
    );
  });

  test('treats a coupon of 100% as free', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const cupon = await createCoupon(sql, producto, { percent_discount: 100 });
    expect(await createPayment(db, user, { producto, cupon })).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('gives away no more free units than available', async () => {
    const producto = await createProduct(sql, { precio: 0, unidades: 5 });
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser(sql)));
    const answers = await Promise.all(users.map((user) => createPayment(db, user, { producto, metodo: 'gratis' })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
    expect(answers.filter(({ error }) => error === 'sin_stock')).toHaveLength(15);
    expect(await sql`select unidades, stock, adquirido from productos where id = ${producto}`).toEqual([
      { unidades: 0, stock: true, adquirido: 5 },
    ]);
    expect(
      await sql`select 1 from casos_admin c join pagos p on p.id = c.pago_id where p.producto_id = ${producto}`,
    ).toHaveLength(0);
  });

  test('holds the last use of a coupon for one of concurrent buyers', async () => {
    const producto = await createProduct(sql);
    const cupon = await createCoupon(sql, producto, { usos_max: 3 });
    const users = await Promise.all(Array.from({ length: 12 }, () => createUser(sql)));
    const answers = await Promise.all(users.map((user) => createPayment(db, user, { producto, cupon })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.filter(({ error }) => error === 'cupon_no_valido')).toHaveLength(9);
    await sql`update reservas set hasta = now() - interval '1 minute'`;
    expect(await createPayment(db, await createUser(sql), { producto, cupon })).toMatchObject({ ok: true });
  });
});

describe('vincular_pago', () => {
  test('stores the reference once', async () => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    const link = (p_referencia: string, p_proveedor = 'stripe') =>
      db.callService('vincular_pago', { p_pago: payment.id, p_proveedor, p_referencia });
    expect(await link(payment.reference)).toMatchObject({ ok: true, referencia: payment.reference });
    expect(await link('cs_otra')).toEqual({ ok: false, error: 'pago_no_existe' });
    expect(await link(payment.reference, 'paypal')).toEqual({ ok: false, error: 'pago_no_existe' });
  });
});

describe('cerrar_pago', () => {
  const close = (payment: { id: string; reference: string | null }, p_estado = 'caducado') =>
    db.callService('cerrar_pago', {
      p_proveedor: 'stripe',
      p_referencia: payment.reference,
      p_estado,
      p_pago: payment.id,
    });

  test('closes an unpaid payment, which is delivered if paid later', async () => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    expect(await close(payment)).toMatchObject({ ok: true, estado: 'caducado' });
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'entregado' });
    expect(await close(payment, 'fallido')).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('closes a payment without a reference by its id', async () => {
    const answer = await createPayment(db, await createUser(sql), { producto: await createProduct(sql) });
    expect(await close({ id: String(answer.pago_id), reference: null }, 'fallido')).toMatchObject({
      estado: 'fallido',
    });
  });

  test('refuses unknown states and payments', async () => {
    expect(await close({ id: crypto.randomUUID(), reference: 'cs_nadie' })).toEqual({
      ok: false,
      error: 'pago_no_existe',
    });
    expect(await close({ id: crypto.randomUUID(), reference: 'cs_nadie' }, 'entregado')).toEqual({
      ok: false,
      error: 'estado_no_valido',
    });
  });
});

test('caducar_pagos_sin_referencia keeps payments that a provider may know', async () => {
  const user = await createUser(sql);
  const lost = await createPayment(db, user, { producto: await createProduct(sql) });
  const fresh = await createPayment(db, user, { producto: await createProduct(sql) });
  const known = await openPayment(db, user, { producto: await createProduct(sql) });
  await sql`update pagos set caduca_at = now() - interval '2 days' where id in (${String(lost.pago_id)}, ${known.id})`;
  expect(await db.callService<number>('caducar_pagos_sin_referencia')).toBe(1);
  const states = await sql`select id, estado from pagos where user_id = ${user}`;
  expect(Object.fromEntries(states.map(({ id, estado }) => [id, estado]))).toEqual({
    [String(lost.pago_id)]: 'caducado',
    [String(fresh.pago_id)]: 'creado',
    [known.id]: 'creado',
  });
});

test('a paid edition or bundle keeps its content', async () => {
  const user = await createUser(sql);
  const producto = await createProduct(sql);
  const edicion = await createEdition(sql, producto);
  const bundle = await createBundle(sql, [producto]);
  await createPayment(db, user, { producto, edicion });
  await createPayment(db, user, { bundle });
  await expect(sql`delete from ediciones where id = ${edicion}`).rejects.toThrow(/foreign key/);
  await expect(sql`delete from bundles where id = ${bundle}`).rejects.toThrow(/foreign key/);
});
