import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import {
  buy,
  createBundle,
  createCoupon,
  createPayment,
  createProduct,
  createUser,
  deliver,
  editProduct,
  giveCoins,
  givePassword,
  type OpenPayment,
  openPayment,
  type Purchase,
  refundAll,
  reportReversals,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

const users = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(sql)));
const sold = async (producto: string) =>
  Number((await sql`select count(*) from adquisiciones where producto_id = ${producto}`)[0]?.count);
const unitsOf = async (producto: string) =>
  (await sql`select unidades, stock from productos where id = ${producto}`)[0];
const state = async (payment: { id: string }) =>
  (await sql`select estado, motivo_no_entregado as reason from pagos where id = ${payment.id}`)[0];
const holdsOf = (producto: string) =>
  sql`select pago_id from reservas where producto_id = ${producto} and hasta > now()`;
const refunds = (payment: { id: string }) =>
  sql`select estado, pedido_por from reembolsos where pago_id = ${payment.id}`;
const mails = (payment: { id: string }) =>
  sql`select plantilla, datos ->> 'motivo' as reason from correos where datos ->> 'pago_id' = ${payment.id}`;

/** The whole way of one buyer by one method; answers the last thing that the shop has said. */
async function buyBy(metodo: string, user: string, purchase: Purchase): Promise<Answer> {
  const created = await createPayment(db, user, { ...purchase, metodo });
  if (!created.ok || created.estado !== 'creado') return created;
  const proveedor = metodo === 'paypal' ? 'paypal' : 'stripe';
  const payment: OpenPayment = {
    id: String(created.pago_id),
    reference: `ref_${created.pago_id}`,
    cents: Number(created.total_centimos),
  };
  const reference = { p_proveedor: proveedor, p_referencia: payment.reference };
  await db.callService('vincular_pago', { p_pago: payment.id, ...reference });
  if (proveedor === 'paypal') {
    const amount = { p_importe_centimos: payment.cents, p_moneda: 'EUR' };
    const charge = await db.callService('motivo_no_cobro', { ...reference, ...amount });
    if (!charge.ok) return charge;
  }
  return deliver(db, payment, { p_proveedor: proveedor });
}

describe('the last unit', () => {
  test('is sold once to 45 concurrent buyers, by card, PayPal and coins', async () => {
    const producto = await createProduct(sql, { unidades: 1, precio: 3 });
    const people = await users(45);
    await Promise.all(people.filter((_, index) => index % 3 === 2).map((user) => giveCoins(sql, user, 1000)));
    const methods = ['tarjeta', 'paypal', 'uncoins'];
    const answers = await Promise.all(
      people.map((user, index) => buyBy(methods[index % 3] ?? 'tarjeta', user, { producto })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = answers.filter(({ ok }) => !ok).map(({ error }) => error);
    expect(refused.filter((error) => error !== 'reservado' && error !== 'sin_stock')).toEqual([]);
    expect(await sold(producto)).toBe(1);
    expect(await unitsOf(producto)).toEqual({ unidades: 0, stock: true });
    expect(await holdsOf(producto)).toHaveLength(0);
  });

  test('is not sold in coins to 20 buyers', { tags: 'nightly' }, async () => {
    const producto = await createProduct(sql, { unidades: 1, precio: 3 });
    const people = await users(20);
    await Promise.all(people.map((user) => giveCoins(sql, user, 1000)));
    const answers = await Promise.all(people.map((user) => createPayment(db, user, { producto, metodo: 'uncoins' })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await sold(producto)).toBe(1);
    const [left] = await sql`select sum(uncoins)::int as coins from usuarios_meta where id in ${sql(people)}`;
    expect(left?.coins).toBe(20 * 1000 - 300);
  });

  test('is held by the first open payment, and the second buyer gets a message about the hold', async () => {
    const [first, second] = (await users(2)) as [string, string];
    const producto = await createProduct(sql, { unidades: 1 });
    await openPayment(db, first, { producto });
    expect(await createPayment(db, second, { producto })).toEqual({ ok: false, error: 'reservado' });
    expect(await db.callAs(second, 'cotizar_compra', { p_producto: producto })).toEqual({
      ok: false,
      error: 'reservado',
    });
    expect(await db.callAs(first, 'cotizar_compra', { p_producto: producto })).toMatchObject({ ok: true });
  });

  test.each(['fallido', 'caducado'])('is available again when the payment that held it is %s', async (p_estado) => {
    const [first, second] = (await users(2)) as [string, string];
    const producto = await createProduct(sql, { unidades: 1 });
    const { reference } = await openPayment(db, first, { producto });
    await db.callService('cerrar_pago', { p_proveedor: 'stripe', p_referencia: reference, p_estado });
    expect(await createPayment(db, second, { producto })).toMatchObject({ ok: true });
  });

  test('follows a buyer who changes the payment method, and the abandoned page still pays for it', async () => {
    const [buyer, other] = (await users(2)) as [string, string];
    const producto = await createProduct(sql, { unidades: 1 });
    const left = await openPayment(db, buyer, { producto });
    expect(await createPayment(db, buyer, { producto, metodo: 'paypal' })).toMatchObject({ ok: true });
    expect(await holdsOf(producto)).toHaveLength(1);
    expect(await createPayment(db, other, { producto })).toEqual({ ok: false, error: 'reservado' });
    expect(await deliver(db, left)).toMatchObject({ ok: true, estado: 'entregado' });
    expect(await holdsOf(producto)).toHaveLength(0);
  });

  test('stays held for other buyers, recipients and products when a payment is delivered', async () => {
    const [buyer, friend, other] = (await users(3)) as [string, string, string];
    const producto = await createProduct(sql, { unidades: 3 });
    const another = await createProduct(sql, { unidades: 1 });
    const [own, present, foreign, next] = [
      await openPayment(db, buyer, { producto }),
      await openPayment(db, buyer, { producto, destinatario: friend }),
      await openPayment(db, other, { producto }),
      await openPayment(db, buyer, { producto: another }),
    ];
    await deliver(db, own);
    const holders = async (product: string) => (await holdsOf(product)).map(({ pago_id }) => pago_id).sort();
    expect([await holders(producto), await holders(another)]).toEqual([[present.id, foreign.id].sort(), [next.id]]);
  });
});

describe('a late payment', () => {
  const lapse = (producto: string) =>
    sql`update reservas set hasta = now() - interval '1 second' where producto_id = ${producto}`;

  test('for the last unit gives it to one, and refunds all others once, with a mail', async () => {
    const producto = await createProduct(sql, { unidades: 1 });
    const payments: OpenPayment[] = [];
    for (const user of await users(12)) {
      payments.push(await openPayment(db, user, { producto }));
      await lapse(producto);
    }
    const answers = await Promise.all(payments.flatMap((payment) => [deliver(db, payment), deliver(db, payment)]));
    expect(answers.filter(({ ok }) => ok).length).toBe(2);
    expect(await sold(producto)).toBe(1);
    expect(await unitsOf(producto)).toEqual({ unidades: 0, stock: true });
    let refused = 0;
    for (const payment of payments) {
      const { estado, reason } = (await state(payment)) ?? {};
      if (estado === 'entregado') continue;
      refused += 1;
      expect([estado, reason]).toEqual(['pagado', 'sin_stock']);
      expect(await refunds(payment)).toEqual([{ estado: 'pedido', pedido_por: null }]);
      expect(await mails(payment)).toEqual([{ plantilla: 'no_entregado', reason: 'sin_stock' }]);
    }
    expect(refused).toBe(11);
  });

  test('is never delivered once its refund is ordered, even if units return', async () => {
    const [first, second] = (await users(2)) as [string, string];
    const producto = await createProduct(sql, { unidades: 1 });
    const late = await openPayment(db, first, { producto });
    await lapse(producto);
    await buy(db, second, { producto });
    expect(await deliver(db, late)).toMatchObject({ ok: false, error: 'no_entregable', motivo: 'sin_stock' });
    await sql`update productos set unidades = 5, stock = true where id = ${producto}`;
    expect(await deliver(db, late)).toMatchObject({ ok: false, error: 'no_entregable' });
    await refundAll(db, late);
    expect(await state(late)).toEqual({ estado: 'reembolsado', reason: 'sin_stock' });
    expect(await refunds(late)).toMatchObject([{ estado: 'hecho' }]);
  });

  test('is delivered if the unit is still available', async () => {
    const [user] = (await users(1)) as [string];
    const producto = await createProduct(sql, { unidades: 1 });
    const payment = await openPayment(db, user, { producto });
    await db.callService('cerrar_pago', {
      p_proveedor: 'stripe',
      p_referencia: payment.reference,
      p_estado: 'caducado',
    });
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('is not captured at PayPal: the shop checks before the capture', async () => {
    const [first, second] = (await users(2)) as [string, string];
    const producto = await createProduct(sql, { unidades: 1 });
    const created = await createPayment(db, first, { producto, metodo: 'paypal' });
    const reference = { p_proveedor: 'paypal', p_referencia: 'ORDER1' };
    await db.callService('vincular_pago', { p_pago: created.pago_id, ...reference });
    await lapse(producto);
    const charge = { ...reference, p_importe_centimos: created.total_centimos, p_moneda: 'EUR' };
    await openPayment(db, second, { producto });
    const reasonOf = async (user: string) =>
      (await sql`select motivo_no_entregado from pagos where user_id = ${user}`)[0]?.motivo_no_entregado;
    expect(await db.callService('motivo_no_cobro', charge)).toEqual({ ok: false, error: 'reservado' });
    expect([await reasonOf(first), await reasonOf(second)]).toEqual(['reservado', null]);
    await sql`update pagos set estado = 'caducado' where user_id = ${second}`;
    expect(await db.callService('motivo_no_cobro', charge)).toEqual({ ok: true, rechazos: 0 });
    expect(await reasonOf(first)).toBeNull();
    // The unit stays held between the capture request and its response.
    expect(await createPayment(db, second, { producto })).toEqual({ ok: false, error: 'reservado' });
  });

  test('is not captured at PayPal from an account deleted before the approval arrived', async () => {
    const user = await createUser(sql);
    const secret = await givePassword(sql, user);
    const created = await createPayment(db, user, { producto: await createProduct(sql), metodo: 'paypal' });
    const reference = { p_proveedor: 'paypal', p_referencia: 'ORDER2' };
    await db.callService('vincular_pago', { p_pago: created.pago_id, ...reference });
    await db.callService('cerrar_pago', { ...reference, p_estado: 'caducado' });
    expect(await db.callAs(user, 'borrar_mi_cuenta', { p_contrasena: secret })).toMatchObject({ ok: true });
    const charge = { ...reference, p_importe_centimos: created.total_centimos, p_moneda: 'EUR' };
    expect(await db.callService('motivo_no_cobro', charge)).toEqual({ ok: false, error: 'cuenta_borrada' });
  });

  test('stays with the oldest holds and with pending payments when an admin reduces the units', async () => {
    const admin = await createUser(sql, { role: 'admin' });
    const people = (await users(4)) as [string, string, string, string];
    const producto = await createProduct(sql, { unidades: 4, precio: 3 });
    const payments: OpenPayment[] = [];
    for (const user of people) payments.push(await openPayment(db, user, { producto }));
    const [first, second, third, slow] = payments as [OpenPayment, OpenPayment, OpenPayment, OpenPayment];
    await sql`update pagos set pendiente_at = now() where id = ${slow.id}`;
    expect(await editProduct(db, admin, producto, { unidades: 2 })).toMatchObject({ ok: true });
    expect((await holdsOf(producto)).map(({ pago_id }) => pago_id).sort()).toEqual([first.id, slow.id].sort());
    const [rule] = await sql`select consulta from comprobaciones where nombre = 'reservas_con_existencias'`;
    expect((await sql.unsafe(String(rule?.consulta))).filter(({ id }) => id === producto)).toEqual([]);
    expect(await deliver(db, second)).toMatchObject({ ok: false, motivo: 'reservado' });
    for (const payment of [slow, first]) expect(await deliver(db, payment)).toMatchObject({ estado: 'entregado' });
    expect(await deliver(db, third)).toMatchObject({ ok: false, motivo: 'sin_stock' });
  });

  test('is possible again with units that an admin adds, unless the product is closed manually', async () => {
    const [admin, first, second] = [await createUser(sql, { role: 'admin' }), ...(await users(2))] as [
      string,
      string,
      string,
    ];
    const producto = await createProduct(sql, { unidades: 1 });
    const save = async (change: Record<string, unknown>) => {
      const base =
        await sql`select to_jsonb(x) as base from (select unidades, stock from productos where id = ${producto}) x`;
      return db.callAs(admin, 'guardar_producto', {
        p_producto: producto,
        p_base: sql.json(base[0]?.base),
        p_cambios: sql.json(change as never),
      });
    };
    const quote = () => db.callAs(second, 'cotizar_compra', { p_producto: producto });
    await buyBy('tarjeta', first, { producto });
    expect(await quote()).toEqual({ ok: false, error: 'sin_stock' });
    expect(await save({ unidades: 10 })).toMatchObject({ ok: true });
    expect(await quote()).toMatchObject({ ok: true });
    expect(await save({ stock: false })).toMatchObject({ ok: true });
    expect(await save({ unidades: 20 })).toMatchObject({ ok: true });
    expect(await quote()).toEqual({ ok: false, error: 'sin_stock' });
  });
});

describe('a coupon', () => {
  test('with one use is used once by 30 concurrent buyers', { tags: 'nightly' }, async () => {
    const producto = await createProduct(sql);
    const cupon = await createCoupon(sql, producto, { usos_max: 1 });
    const people = await users(30);
    const answers = await Promise.all(people.map((user) => buyBy('tarjeta', user, { producto, cupon })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test.each([{ usos_max: 1 }, { usos_por_usuario: 1 }])(
    'with %o is used once, not by five open gifts to five people',
    async (limit) => {
      const [giver, ...friends] = (await users(6)) as [string, ...string[]];
      const producto = await createProduct(sql);
      const cupon = await createCoupon(sql, producto, limit);
      const answers = [];
      for (const destinatario of friends)
        answers.push(await createPayment(db, giver, { producto, cupon, destinatario }));
      expect(answers.map(({ ok, error }) => (ok ? 'ok' : error))).toEqual([
        'ok',
        ...Array.from({ length: 4 }, () => 'cupon_no_valido'),
      ]);
    },
  );

  test('that was used up after its hold had expired leads to a refund', async () => {
    const [first, second] = (await users(2)) as [string, string];
    const producto = await createProduct(sql);
    const cupon = await createCoupon(sql, producto, { usos_max: 1 });
    const late = await openPayment(db, first, { producto, cupon });
    await sql`update reservas set hasta = now() - interval '1 second' where pago_id = ${late.id}`;
    await buy(db, second, { producto, cupon });
    expect(await deliver(db, late)).toMatchObject({ error: 'no_entregable', motivo: 'cupon_no_valido' });
    expect(await refunds(late)).toHaveLength(1);
  });

  test('that ends during an open payment keeps its price', async () => {
    const [user] = (await users(1)) as [string];
    const producto = await createProduct(sql);
    const cupon = await createCoupon(sql, producto, { usos_max: 1 });
    const payment = await openPayment(db, user, { producto, cupon });
    await sql`update codigos_cupones set caduca_at = now() - interval '1 minute' where codigo = ${cupon}`;
    expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'entregado' });
  });

  test('is freed when an admin deletes it, and the open payment keeps its price', async () => {
    const [user, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
    const producto = await createProduct(sql);
    const cupon = await createCoupon(sql, producto, { usos_max: 1 });
    const payment = await openPayment(db, user, { producto, cupon });
    const [row] = await sql`select id from codigos_cupones where codigo = ${cupon}`;
    expect(await db.callAs(admin, 'admin_borrar_cupon', { p_cupon: row?.id })).toEqual({ ok: true });
    expect(await deliver(db, payment)).toMatchObject({ ok: true, total_centimos: 800 });
  });
});

describe('a product that is changed after the quote', () => {
  const changes: [string, (producto: string, user: string) => Promise<unknown>, string][] = [
    ['rejected', (id) => sql`update productos set status = 'rejected' where id = ${id}`, 'rechazado'],
    ['withdrawn', (id) => sql`update productos set disponibilidad = false where id = ${id}`, 'no_disponible'],
    ['marked as out of stock', (id) => sql`update productos set stock = false where id = ${id}`, 'sin_stock'],
    ['reduced to no units', (id) => sql`update productos set unidades = 0 where id = ${id}`, 'sin_stock'],
    [
      'paid by a person banned in the meantime',
      (_, user) => sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${user}`,
      'cuenta_baneada',
    ],
    [
      'paid by an account disabled in the meantime',
      (_, user) => sql`update usuarios_meta set reputacion = 'deshabilitado' where id = ${user}`,
      'cuenta_deshabilitada',
    ],
  ];
  test.each(changes)('and is %s: the payment is refunded', async (_what, change, motivo) => {
    const [user] = (await users(1)) as [string];
    const producto = await createProduct(sql, { unidades: 5 });
    const payment = await openPayment(db, user, { producto });
    await change(producto, user);
    expect(await deliver(db, payment)).toMatchObject({ ok: false, error: 'no_entregable', motivo });
    expect(await state(payment)).toEqual({ estado: 'pagado', reason: motivo });
    expect(await refunds(payment)).toEqual([{ estado: 'pedido', pedido_por: null }]);
    expect(await sold(producto)).toBe(0);
  });

  test('keeps the quote if its price or the Club membership of its buyer changed', async () => {
    const user = await createUser(sql, { club: true });
    const producto = await createProduct(sql, { club_only: true });
    const payment = await openPayment(db, user, { producto });
    await sql`update productos set precio = 90 where id = ${producto}`;
    await sql`update usuarios_meta set club = false where id = ${user}`;
    expect(await deliver(db, payment)).toMatchObject({ ok: true, total_centimos: 700 });
  });
});

describe('units', () => {
  test('of crossing bundles are sold up to the stock, without a deadlock', { tags: 'nightly' }, async () => {
    const products = await Promise.all([3, 7, 5].map((unidades) => createProduct(sql, { unidades, precio: 1 })));
    const [a, b, c] = products as [string, string, string];
    const bundles = await Promise.all([
      createBundle(sql, [a, b], { precio: 2 }),
      createBundle(sql, [c, b], { precio: 2 }),
      createBundle(sql, [c, a], { precio: 2 }),
    ]);
    const people = await users(36);
    await Promise.all(people.filter((_, index) => index % 2 === 0).map((user) => giveCoins(sql, user, 1000)));
    const answers = await Promise.all(
      people.map((user, index) =>
        buyBy(index % 2 === 0 ? 'uncoins' : 'tarjeta', user, { bundle: bundles[index % 3] as string }),
      ),
    );
    const problems = answers.filter(({ ok }) => !ok).map(({ error }) => error);
    expect(problems.every((error) => error === 'reservado' || error === 'sin_stock')).toBe(true);
    for (const [index, product] of products.entries()) {
      const left = Number((await unitsOf(product))?.unidades);
      expect(left).toBeGreaterThanOrEqual(0);
      expect((await sold(product)) + left).toBe([3, 7, 5][index]);
    }
  });

  test('are released if the call that takes them fails halfway, paid in coins or by card', async () => {
    const producto = await createProduct(sql, { unidades: 1, precio: 1 });
    const [first, second, third, ...people] = (await users(13)) as [string, string, string, ...string[]];
    await giveCoins(sql, first, 1000);
    const die = async (user: string, metodo: string, work: () => Promise<Answer[]>) => {
      // A client for each: one that notices an ended connection late can lose the next reservation.
      const dying = postgres(db.url, { max: 1, onnotice: () => {} });
      const connection = await dying.reserve();
      const [row] = await connection`select pg_backend_pid() as pid`;
      await connection`begin`;
      await connection`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true)`;
      const [taken] = await connection`select crear_pago(${producto}, null, null, ${metodo}, null, null, 'Jugador_1',
        ${`clave-${user}`}, ${consentVersion}) ->> 'ok' as ok`;
      expect(taken?.ok).toBe('true');
      const others = work();
      await sql`select pg_terminate_backend(${row?.pid})`;
      await dying.end({ timeout: 0 });
      return others;
    };
    const cut = await die(first, 'uncoins', () =>
      Promise.all([createPayment(db, second, { producto }), createPayment(db, third, { producto })]),
    );
    expect(cut.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await sql`update pagos set estado = 'caducado' where producto_id = ${producto}`;
    const sales = await die(second, 'tarjeta', () =>
      Promise.all(people.map((user) => buyBy('tarjeta', user, { producto }))),
    );
    expect(sales.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await sold(producto)).toBe(1);
    expect(await unitsOf(producto)).toEqual({ unidades: 0, stock: true });
    expect(await sql`select uncoins from usuarios_meta where id = ${first}`).toEqual([{ uncoins: 1000 }]);
  });

  test('removed by an admin during open payments are sold to as many buyers as are left', async () => {
    const producto = await createProduct(sql, { unidades: 3 });
    const people = (await users(3)) as [string, string, string];
    const payments: OpenPayment[] = [];
    for (const user of people) payments.push(await openPayment(db, user, { producto }));
    await sql`update productos set unidades = 1 where id = ${producto}`;
    const answers = await Promise.all(payments.map((payment) => deliver(db, payment)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await unitsOf(producto)).toEqual({ unidades: 0, stock: true });
  });

  test('cannot be hoarded by many units, many payments or repetition', async () => {
    const [hoarder, ...friends] = (await users(7)) as [string, ...string[]];
    const producto = await createProduct(sql, { unidades: 100 });
    const answers: Answer[] = [];
    for (const destinatario of friends) answers.push(await createPayment(db, hoarder, { producto, destinatario }));
    expect(answers.map(({ ok, error }) => (ok ? 'ok' : error))).toEqual([
      'ok',
      'ok',
      'ok',
      ...Array.from({ length: 3 }, () => 'demasiadas_reservas'),
    ]);
    const others = await Promise.all(Array.from({ length: 4 }, () => createProduct(sql, { unidades: 1 })));
    const more: Answer[] = [];
    for (const other of others) more.push(await createPayment(db, hoarder, { producto: other }));
    expect(more.map(({ ok }) => ok)).toEqual([true, true, false, false]);

    const [patient] = (await users(1)) as [string];
    const last = await createProduct(sql, { unidades: 1 });
    const tries: Answer[] = [];
    for (let round = 0; round < 8; round += 1) {
      const opened = await createPayment(db, patient, { producto: last });
      tries.push(opened);
      if (!opened.ok) break;
      await sql`update pagos set estado = 'caducado' where id = ${opened.pago_id as string}`;
    }
    expect(tries.at(-1)).toEqual({ ok: false, error: 'demasiadas_reservas' });
    expect(tries).toHaveLength(7);
  });
});

describe('a slow payment', () => {
  const holdGoods = (payment: OpenPayment) =>
    db.callService('retener_pago', { p_proveedor: 'stripe', p_referencia: payment.reference, p_pago: payment.id });

  test('keeps its unit for three days at most, and cannot be started twice', async () => {
    const [user, other] = (await users(2)) as [string, string];
    const producto = await createProduct(sql, { unidades: 1 });
    const payment = await openPayment(db, user, { producto });
    for (let time = 0; time < 2; time += 1)
      expect(await holdGoods(payment)).toMatchObject({ ok: true, estado: 'creado' });
    const [row] =
      await sql`select hasta - now() <= interval '3 days' as bounded, hasta > now() + interval '2 days' as long
      from reservas where pago_id = ${payment.id}`;
    expect(row).toEqual({ bounded: true, long: true });
    expect(await createPayment(db, other, { producto })).toEqual({ ok: false, error: 'reservado' });
    expect(await createPayment(db, user, { producto })).toEqual({ ok: false, error: 'pago_en_camino' });
    await sql`update pagos set pendiente_at = pendiente_at - interval '4 days' where id = ${payment.id}`;
    await sql`update reservas set hasta = now() - interval '1 day' where pago_id = ${payment.id}`;
    await holdGoods(payment);
    expect(await holdsOf(producto)).toHaveLength(0);
  });

  test('that fails late releases its unit, and one that succeeds after that is refunded', async () => {
    const [user, other] = (await users(2)) as [string, string];
    const producto = await createProduct(sql, { unidades: 1 });
    const payment = await openPayment(db, user, { producto });
    await holdGoods(payment);
    await db.callService('cerrar_pago', {
      p_proveedor: 'stripe',
      p_referencia: payment.reference,
      p_estado: 'fallido',
    });
    await buy(db, other, { producto });
    expect(await deliver(db, payment)).toMatchObject({ error: 'no_entregable', motivo: 'sin_stock' });
    expect(await refunds(payment)).toHaveLength(1);
  });
});

describe('a unit of a reservation', () => {
  const left = async (producto: string) => Number((await unitsOf(producto))?.unidades);
  const refund = (payment: OpenPayment, estado: 'hecho' | 'fallido') =>
    reportReversals(db, payment, {
      reembolsos: [
        { referencia: `re_${payment.id}`, estado, centimos: payment.cents, created_at: new Date().toISOString() },
      ],
    });

  test('is for sale again once it is cancelled before its release, and taken again if its refund fails', async () => {
    const producto = await createProduct(sql, { unidades: 2, reserva: true, fecha_lanzamiento: '2999-01-01' });
    const [buyer, friend, other] = (await users(3)) as [string, string, string];
    const own = await buy(db, buyer, { producto });
    const gift = await buy(db, buyer, { producto, destinatario: friend });
    expect(await left(producto)).toBe(0);
    expect(await db.callAs(buyer, 'cancelar_compra', { p_pago: own.id })).toMatchObject({ ok: true });
    for (const payment of [own, own, gift]) await refundAll(db, payment);
    expect(await left(producto)).toBe(2);
    await refund(gift, 'fallido');
    expect(await left(producto)).toBe(1);
    await buy(db, other, { producto });
    await refund(own, 'fallido');
    expect(await left(producto)).toBe(0);
    expect(await sql`select nombre from privado.invariantes() where cuenta > 0`).toEqual([]);
  });

  test('stays sold after its release', async () => {
    const producto = await createProduct(sql, { unidades: 1, reserva: true, fecha_lanzamiento: '2999-01-01' });
    const payment = await buy(db, await createUser(sql), { producto });
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${producto}`;
    await refundAll(db, payment);
    expect(await left(producto)).toBe(0);
  });
});
