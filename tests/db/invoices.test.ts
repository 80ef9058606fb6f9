import { expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createPayment,
  createProduct,
  createUser,
  deliver,
  giveCoins,
  openPayment,
  refundAll,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

const invoice = (who: string, p_id: string, p_rectificativa = false) =>
  db.callAs(who, 'emitir_factura', { p_id, p_rectificativa });
const orderOf = async (payment: { id: string }) =>
  String((await sql`select id from adquisiciones where pago_id = ${payment.id} limit 1`)[0]?.id);

test('an invoice adds up, is found by order and payment, and is immutable', async () => {
  const user = await createUser(sql);
  const producto = await createProduct(sql, { precio: 9.99 });
  const payment = await buy(db, user, { producto });
  const first = await invoice(user, await orderOf(payment));
  expect(first).toMatchObject({
    ok: true,
    serie: expect.stringMatching(/^20\d\d$/),
    datos: { base_centimos: 826, iva_centimos: 173, total_centimos: 999, iva_porcentaje: 21, metodo: 'tarjeta' },
  });
  await sql`update productos set nombre = 'Otro nombre', precio = 50 where id = ${producto}`;
  await sql`update usuarios_meta set idioma = 'en', display_name = 'Otro' where id = ${user}`;
  expect(await invoice(user, payment.id)).toEqual(first);
});

test('concurrent invoices are numbered without gaps, and one payment gets one number', async () => {
  const user = await createUser(sql);
  const payments = await Promise.all(
    Array.from({ length: 20 }, async () => buy(db, user, { producto: await createProduct(sql) })),
  );
  const invoices = await Promise.all([...payments, ...payments].map((payment) => invoice(user, payment.id)));
  const rows = await sql`select serie, numero from facturas where rectifica is null order by numero`;
  expect(rows.map(({ numero }) => numero)).toEqual(rows.map((_, index) => index + 1));
  expect(new Set(invoices.map(({ numero }) => numero)).size).toBe(20);
});

test('a rolled back delivery leaves no gap', async () => {
  const user = await createUser(sql);
  const payment = await openPayment(db, user, { producto: await createProduct(sql) });
  const last = async () =>
    (await sql`select coalesce(max(ultimo), 0)::int as last from contadores_facturas where serie not like 'R%'`)[0]
      ?.last;
  const before = await last();
  await expect(
    sql.begin(async (begun) => {
      const transaction = begun as unknown as typeof sql;
      await transaction`select public.entregar_pago('stripe', ${payment.reference}, ${payment.cents}, 'EUR')`;
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  expect(await last()).toBe(before);
  await deliver(db, payment);
  expect(await invoice(user, payment.id)).toMatchObject({ numero: before + 1 });
});

test('an invoice is visible to the payer and admins only, and unpaid payments have none', async () => {
  const [user, friend, admin] = [
    await createUser(sql),
    await createUser(sql),
    await createUser(sql, { role: 'admin' }),
  ];
  const producto = await createProduct(sql);
  const gift = await buy(db, user, { producto, destinatario: friend });
  const order = await orderOf(gift);
  const none = { ok: false, error: 'no_existe' };
  expect(await invoice(user, order)).toMatchObject({ ok: true });
  expect(await invoice(admin, order)).toMatchObject({ ok: true });
  expect(await invoice(friend, order)).toEqual(none);
  expect(await invoice(await createUser(sql), order)).toEqual(none);

  const open = await openPayment(db, friend, { producto: await createProduct(sql) });
  expect(await invoice(friend, open.id)).toEqual(none);
  await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    values (${friend}, ${await createProduct(sql)}, 'codigo', 0, 'jugador_1')`;
  const [redeemed] = await sql`select id from adquisiciones where user_id = ${friend} and origen = 'codigo'`;
  expect(await invoice(friend, redeemed?.id)).toEqual(none);
});

test('a purchase in coins has no invoice, because the recharge was invoiced', async () => {
  const user = await createUser(sql);
  await giveCoins(sql, user, 5000);
  const paid = await createPayment(db, user, { producto: await createProduct(sql), metodo: 'uncoins' });
  expect(paid).toMatchObject({ ok: true, estado: 'entregado' });
  expect(await sql`select 1 from facturas where pago_id = ${String(paid.pago_id)}`).toEqual([]);
  expect(await invoice(user, String(paid.pago_id))).toEqual({ ok: false, error: 'no_existe' });
});

test('a bundle is one invoice', async () => {
  const user = await createUser(sql);
  const bundle = await createBundle(sql, [await createProduct(sql), await createProduct(sql)]);
  const payment = await buy(db, user, { bundle });
  const orders = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  const numbers = await Promise.all(orders.map(({ id }) => invoice(user, id)));
  expect(new Set(numbers.map(({ numero }) => numero)).size).toBe(1);
});

test('a refund creates one credit note in its own series', async () => {
  const user = await createUser(sql);
  const payment = await buy(db, user, { producto: await createProduct(sql) });
  const original = await invoice(user, payment.id);
  expect(await invoice(user, payment.id, true)).toEqual({ ok: false, error: 'no_existe' });
  for (let time = 0; time < 2; time += 1) {
    await refundAll(db, payment);
  }
  expect(await invoice(user, payment.id)).toEqual(original);
  expect(await invoice(user, payment.id, true)).toMatchObject({
    serie: expect.stringMatching(/^R20\d\d$/),
    rectifica: `${original.serie}-${String(original.numero).padStart(6, '0')}`,
    datos: { total_centimos: -1000, base_centimos: -826, iva_centimos: -174 },
  });
});

test('invoices are immutable', async () => {
  for (const statement of [`update facturas set serie = 'X'`, 'delete from facturas', 'truncate facturas']) {
    await expect(sql.unsafe(statement)).rejects.toThrow('never changed');
  }
});
