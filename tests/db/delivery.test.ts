import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createEdition,
  createProduct,
  createUser,
  deliver,
  type OpenPayment,
  openPayment,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const orders = (user: string) => sql`
  select producto_id, edicion_id, bundle_id, origen, precio_pagado::float, es_reserva, regalado_por
  from adquisiciones where user_id = ${user} order by producto_id`;
const revenue = async (creator: string) =>
  (await sql`select centimos from movimientos_ingresos where usuario_id = ${creator} order by id`).map(
    (row) => row.centimos,
  );
const mails = (user: string) => sql`select clave, plantilla from correos where user_id = ${user} order by id`;
const cases = (payment: { id: string }) => sql`select tipo from casos_admin where pago_id = ${payment.id}`;
const state = async (payment: { id: string }) =>
  (await sql`select estado from pagos where id = ${payment.id}`)[0]?.estado;

describe('a delivered payment', () => {
  test('grants the licence, the share of 20%, the achievement and one mail, once', async () => {
    const [user, creator] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql, { usuario_id: creator, precio: 9.99, reserva: true });
    const payment = await openPayment(db, user, { producto });
    const answer = await deliver(db, payment);
    expect(answer).toMatchObject({ ok: true, estado: 'entregado', entregado_ahora: true, pago_id: payment.id });
    expect(answer.pedidos).toHaveLength(1);
    expect(await orders(user)).toEqual([
      {
        producto_id: producto,
        edicion_id: null,
        bundle_id: null,
        origen: 'compra',
        precio_pagado: 9.99,
        es_reserva: true,
        regalado_por: null,
      },
    ]);
    expect(await revenue(creator)).toEqual([200]);
    expect(await mails(user)).toEqual([{ clave: `recibo:${payment.id}`, plantilla: 'recibo' }]);
    expect(await sql`select 1 from logros_usuario where user_id = ${user} and logro = 'primera_compra'`).toHaveLength(
      1,
    );

    const again = await deliver(db, payment);
    expect(again).toMatchObject({ ok: true, estado: 'entregado', pedidos: answer.pedidos });
    expect(again).not.toHaveProperty('entregado_ahora');
    expect(await orders(user)).toHaveLength(1);
    expect(await mails(user)).toHaveLength(1);
  });

  test('leaves at most one valid licence of each kind, even by a direct write', async () => {
    const [user, producto] = [await createUser(sql), await createProduct(sql)];
    await buy(db, user, { producto });
    const write = (origen: string) => sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado)
      values (${user}, ${producto}, ${origen}, 10)`;
    await expect(write('compra')).rejects.toThrow('adquisiciones_una_vigente_key');
    await write('club');
    await sql`update adquisiciones set revocada_at = now() where user_id = ${user} and origen = 'compra'`;
    await write('compra');
    expect((await orders(user)).map(({ origen }) => origen).sort()).toEqual(['club', 'compra', 'compra']);
  });

  test('takes the last unit', async () => {
    const producto = await createProduct(sql, { unidades: 1 });
    await buy(db, await createUser(sql), { producto });
    expect(await sql`select unidades, stock, adquirido from productos where id = ${producto}`).toEqual([
      { unidades: 0, stock: true, adquirido: 1 },
    ]);
  });

  test('follows the quote, despite later changes of price and creator', async () => {
    const [user, creator, heir] = [await createUser(sql), await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql, { usuario_id: creator, precio: 10 });
    const payment = await openPayment(db, user, { producto });
    await sql`update productos set precio = 50, usuario_id = ${heir} where id = ${producto}`;
    await sql`update configuracion_global set ingresos_creador_porcentaje = 90`;
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'entregado' });
    await sql`update configuracion_global set ingresos_creador_porcentaje = 20`;
    expect((await orders(user))[0]?.precio_pagado).toBe(10);
    expect(await revenue(creator)).toEqual([200]);
    expect(await revenue(heir)).toEqual([]);
  });

  test('of an edition creates an order of that edition', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const edicion = await createEdition(sql, producto, { precio: 20, oferta: 12.5, reserva: true });
    await buy(db, user, { producto, edicion });
    expect(await orders(user)).toMatchObject([
      { producto_id: producto, edicion_id: edicion, precio_pagado: 12.5, es_reserva: true },
    ]);
  });

  const [past, future] = ['2020-01-01', '2999-01-01'];
  test.each([
    ['a preorder before its release', { reserva: true, fecha_lanzamiento: future }, undefined, true],
    ['a preorder after its release', { reserva: true, fecha_lanzamiento: past }, undefined, false],
    ['an edition with the release of its product', { fecha_lanzamiento: past }, { reserva: true }, false],
    [
      'an edition with its own release',
      { fecha_lanzamiento: past },
      { reserva: true, fecha_lanzamiento: future },
      true,
    ],
    ['an edition released before its product', { reserva: true, fecha_lanzamiento: future }, { reserva: false }, false],
  ])('of %s is quoted and delivered as that kind', async (_, product, edition, waits) => {
    const user = await createUser(sql);
    const producto = await createProduct(sql, product);
    const edicion = edition && (await createEdition(sql, producto, edition));
    const asked = { p_producto: producto, p_edicion: edicion ?? null };
    expect(await db.callAs(user, 'cotizar_compra', asked)).toMatchObject({ ok: true, es_reserva: waits });
    await buy(db, user, { producto, edicion });
    expect(await orders(user)).toMatchObject([{ es_reserva: waits }]);
  });

  test('of a preorder keeps its release when its product gets another day', async () => {
    const producto = await createProduct(sql, { reserva: true, fecha_lanzamiento: future });
    const { id } = await buy(db, await createUser(sql), { producto });
    const released = async () =>
      (await sql`select lanzada_el::text as day from adquisiciones where pago_id = ${id}`)[0]?.day;
    await sql`update productos set fecha_lanzamiento = ${past} where id = ${producto}`;
    expect(await released()).toBeNull();
    await sql`update productos set fecha_lanzamiento = ${future} where id = ${producto}`;
    expect(await released()).toBe(past);
    await sql`update productos set reserva = false where id = ${producto}`;
    expect(await released()).toBe(past);
  });

  test('of a bundle records for each product whether it is released', async () => {
    const user = await createUser(sql);
    const [out, waiting] = [
      await createProduct(sql, { reserva: true, fecha_lanzamiento: past }),
      await createProduct(sql, { reserva: true, fecha_lanzamiento: future }),
    ];
    await buy(db, user, { bundle: await createBundle(sql, [out, waiting]) });
    const flags = (await orders(user)).map(({ producto_id, es_reserva }) => [producto_id, es_reserva]);
    expect(Object.fromEntries(flags)).toEqual({ [out]: false, [waiting]: true });
  });

  test('of a gift belongs to the recipient, and both get a mail', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    const payment = await buy(db, giver, { producto, destinatario: friend });
    expect(await orders(giver)).toHaveLength(0);
    expect(await orders(friend)).toMatchObject([{ origen: 'regalo', regalado_por: giver, precio_pagado: 10 }]);
    expect(await mails(giver)).toEqual([{ clave: `recibo:${payment.id}`, plantilla: 'recibo' }]);
    expect(await mails(friend)).toEqual([{ clave: `regalo:${payment.id}`, plantilla: 'regalo' }]);
  });

  test('of a bundle creates an order per product, whose parts add up', async () => {
    const [user, creator] = [await createUser(sql), await createUser(sql)];
    const prices = [9.99, 4.99, 0];
    const products = await Promise.all(prices.map((precio) => createProduct(sql, { precio, usuario_id: creator })));
    const bundle = await createBundle(sql, products, { precio: 14.98, oferta: 10.01 });
    const payment = await buy(db, user, { bundle });
    const bought = await orders(user);
    expect(bought).toHaveLength(3);
    expect(bought.every(({ bundle_id, origen }) => bundle_id === bundle && origen === 'bundle')).toBe(true);
    expect(bought.reduce((sum, { precio_pagado }) => sum + Math.round(precio_pagado * 100), 0)).toBe(1001);
    expect(bought.find(({ producto_id }) => producto_id === products[2])?.precio_pagado).toBe(0);
    expect(await mails(user)).toEqual([{ clave: `recibo:${payment.id}`, plantilla: 'recibo' }]);
  });

  test('of a bundle replaces what the Club lends', async () => {
    const user = await createUser(sql);
    const [first, second] = [await createProduct(sql), await createProduct(sql)];
    const payment = await openPayment(db, user, { bundle: await createBundle(sql, [first, second]) });
    await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado)
      values (${user}, ${first}, 'club', 0)`;
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('of a pack credits the coins once, without an order', async () => {
    const user = await createUser(sql);
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 7.95 });
    const payment = await buy(db, user, { producto: pack });
    await deliver(db, payment);
    expect(await orders(user)).toHaveLength(0);
    expect(await sql`select uncoins from usuarios_meta where id = ${user}`).toEqual([{ uncoins: 500 }]);
    expect(await sql`select cantidad, concepto, clave from movimientos_uncoins where user_id = ${user}`).toEqual([
      { cantidad: 500, concepto: 'recarga', clave: `recarga:${payment.id}` },
    ]);
  });

  test('closes its own case of a lost answer, and no other', async () => {
    const payments = [];
    for (let n = 0; n < 2; n += 1) {
      const payment = await openPayment(db, await createUser(sql), { producto: await createProduct(sql) });
      const p_clave = `sin_aclarar:${payment.id}`;
      await db.callService('abrir_caso', { p_tipo: 'sin_aclarar', p_clave, p_pago: payment.id, p_datos: sql.json({}) });
      payments.push(payment);
    }
    const [paid, waiting] = payments as [OpenPayment, OpenPayment];
    await deliver(db, paid);
    const open = await sql`select pago_id from casos_admin where tipo = 'sin_aclarar' and not resuelto`;
    expect(open).toEqual([{ pago_id: waiting.id }]);
  });

  test('is unclear after an hour without an answer of the provider, until it answers or closes the payment', async () => {
    const payment = await openPayment(db, await createUser(sql), { producto: await createProduct(sql) });
    const isOpen = async () =>
      (await sql`select from casos_admin where pago_id = ${payment.id} and not resuelto`).length > 0;
    const waitAnHour = async () => {
      await db.callService('anotar_sin_respuesta', { p_pago: payment.id });
      await sql`update pagos set sin_respuesta_at = sin_respuesta_at - interval '1 hour' where id = ${payment.id}`;
    };
    await sql`update pagos set created_at = now() - interval '1 day' where id = ${payment.id}`;
    await waitAnHour();
    expect(await isOpen()).toBe(false);
    await db.callService('anotar_sin_respuesta', { p_pago: payment.id });
    expect(await isOpen()).toBe(true);
    await db.callService('aclarar_pagos', { p_pagos: [payment.id] });
    expect(await isOpen()).toBe(false);
    await waitAnHour();
    expect(await isOpen()).toBe(false);
    await db.callService('anotar_sin_respuesta', { p_pago: payment.id });
    expect(await isOpen()).toBe(true);
    await db.callService('cerrar_pago', {
      p_proveedor: 'stripe',
      p_referencia: payment.reference,
      p_estado: 'caducado',
    });
    expect(await isOpen()).toBe(false);
  });

  test('ends the wait for an answer of the provider', async () => {
    const payment = await openPayment(db, await createUser(sql), { producto: await createProduct(sql) });
    await db.callService('anotar_sin_respuesta', { p_pago: payment.id });
    await deliver(db, payment);
    expect(await sql`select estado, sin_respuesta_at from pagos where id = ${payment.id}`).toEqual([
      { estado: 'entregado', sin_respuesta_at: null },
    ]);
  });

  test('below one euro is not a first purchase', async () => {
    const user = await createUser(sql);
    await buy(db, user, { producto: await createProduct(sql, { precio: 0.99 }) });
    expect(await sql`select 1 from logros_usuario where user_id = ${user} and logro = 'primera_compra'`).toHaveLength(
      0,
    );
  });

  test('credits no share for a purchase or gift of one’s own product', async () => {
    const [creator, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql, { usuario_id: creator });
    await buy(db, creator, { producto });
    await buy(db, friend, { producto: await createProduct(sql, { usuario_id: creator }), destinatario: creator });
    expect(await revenue(creator)).toEqual([]);
  });
});

describe('a payment is not delivered', () => {
  const mismatches: Array<[string, Record<string, unknown>]> = [
    ['less', { p_importe_centimos: 999 }],
    ['more', { p_importe_centimos: 1001 }],
    ['nothing', { p_importe_centimos: null }],
    ['another currency', { p_moneda: 'usd' }],
    ['no currency', { p_moneda: null }],
  ];
  test.each(mismatches)('if the provider reports %s, and an admin is notified once', async (_what, change) => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    for (let time = 0; time < 2; time += 1) {
      expect(await deliver(db, payment, change)).toEqual({ ok: false, error: 'importe_no_coincide' });
    }
    expect(await state(payment)).toBe('creado');
    expect(await orders(user)).toHaveLength(0);
    expect(await cases(payment)).toEqual([{ tipo: 'importe_no_coincide' }]);
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('if it is unknown', async () => {
    const payment = { id: '', reference: 'cs_desconocida', cents: 100 };
    expect(await deliver(db, payment)).toEqual({ ok: false, error: 'pago_no_existe' });
    expect(await deliver(db, { ...payment, reference: 'x' }, { p_referencia: null })).toMatchObject({
      error: 'pago_no_existe',
    });
    expect(
      await sql`select tipo, datos ->> 'importe' as importe from casos_admin where clave = 'desconocido:stripe:cs_desconocida'`,
    ).toEqual([{ tipo: 'pago_desconocido', importe: '100' }]);
  });

  test('for a product owned in the meantime, and is refunded', async () => {
    const [user, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    const own = await openPayment(db, user, { producto });
    const gift = await openPayment(db, friend, { producto, destinatario: user });
    await deliver(db, own);
    for (let time = 0; time < 2; time += 1)
      expect(await deliver(db, gift)).toEqual({ ok: false, error: 'ya_lo_tienes' });
    expect(await state(gift)).toBe('pagado');
    expect(await orders(user)).toHaveLength(1);
    expect(await cases(gift)).toEqual([{ tipo: 'pagado_dos_veces' }]);
    expect(await mails(friend)).toEqual([{ clave: `no_entregado:${gift.id}`, plantilla: 'no_entregado' }]);
    expect(await sql`select estado from reembolsos where pago_id = ${gift.id}`).toEqual([{ estado: 'pedido' }]);
  });

  test('again after its refund failed, and opens a case', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const first = await openPayment(db, user, { producto });
    const second = await openPayment(db, user, { producto, minecraft: 'Otro_nombre' });
    await deliver(db, first);
    const news = { ok: false, error: 'ya_lo_tienes' };
    expect(await deliver(db, second)).toEqual(news);
    const refunds = () => sql`select id, estado from reembolsos where pago_id = ${second.id}`;
    const [ordered] = await refunds();
    await db.callService('rechazar_reembolso', { p_reembolso: ordered?.id, p_error: 'no funds' });
    for (let time = 0; time < 2; time += 1) expect(await deliver(db, second)).toEqual(news);
    expect(await refunds()).toEqual([{ id: ordered?.id, estado: 'rechazado' }]);
    expect((await cases(second)).map(({ tipo }) => tipo)).toContain('reembolso_rechazado');
  });

  test('for a bundle owned in the meantime', async () => {
    const user = await createUser(sql);
    const [first, second] = [await createProduct(sql), await createProduct(sql)];
    const payment = await openPayment(db, user, { bundle: await createBundle(sql, [first, second]) });
    await buy(db, user, { producto: first });
    await buy(db, user, { producto: second });
    expect(await deliver(db, payment)).toEqual({ ok: false, error: 'ya_lo_tienes' });
    expect(await orders(user)).toHaveLength(2);
    expect(await cases(payment)).toEqual([{ tipo: 'pagado_dos_veces' }]);
  });

  test.each([
    ['bought', async (user: string, producto: string) => buy(db, user, { producto })],
    [
      'given',
      async (user: string, producto: string) => buy(db, await createUser(sql), { producto, destinatario: user }),
    ],
  ])('for a bundle of which a part was %s in the meantime, and is refunded', async (_what, get) => {
    const user = await createUser(sql);
    const [first, second] = [await createProduct(sql), await createProduct(sql)];
    const bundle = await createBundle(sql, [first, second]);
    const payment = await openPayment(db, user, { bundle });
    await get(user, first);
    for (let time = 0; time < 2; time += 1) {
      expect(await deliver(db, payment)).toMatchObject({ error: 'no_entregable', motivo: 'tienes_una_parte' });
    }
    expect(await orders(user)).toMatchObject([{ producto_id: first }]);
    expect(await sql`select centimos from reembolsos where pago_id = ${payment.id}`).toEqual([
      { centimos: payment.cents },
    ]);
    const rest = await buy(db, user, { bundle });
    expect(rest.cents).toBeLessThan(payment.cents);
    expect(await orders(user)).toHaveLength(2);
  });
});

describe('a reference', () => {
  test("that was not stored is found by the payment's id", async () => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    await sql`update pagos set referencia = null where id = ${payment.id}`;
    expect(await deliver(db, payment, { p_referencia: 'cs_tras_el_corte', p_pago: payment.id })).toMatchObject({
      ok: true,
      estado: 'entregado',
      referencia: 'cs_tras_el_corte',
    });
  });

  test('other than the stored one is delivered if it is paid first, and opens a case if second', async () => {
    const user = await createUser(sql);
    const payment = await openPayment(db, user, { producto: await createProduct(sql) });
    expect(await deliver(db, payment, { p_referencia: 'cs_segunda', p_pago: payment.id })).toMatchObject({ ok: true });
    expect(await deliver(db, payment, { p_pago: payment.id })).toEqual({ ok: false, error: 'ya_pagado' });
    expect(await cases(payment)).toEqual([{ tipo: 'pagado_dos_veces' }]);
    expect(await orders(user)).toHaveLength(1);
  });
});
