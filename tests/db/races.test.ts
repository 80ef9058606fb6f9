import { expect, test } from 'vitest';
import { createBundle, createProduct, createUser, deliver, openPayment, refundAll } from './factories.ts';
import { openDatabase } from './harness.ts';

// More callers than connections, as behind the pool of the API.
const db = await openDatabase({ connections: 10 });
const { sql } = db;

test('100 concurrent deliveries of one payment create one order, one entry per ledger and one mail', async () => {
  const [user, creator] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { usuario_id: creator });
  const payment = await openPayment(db, user, { producto });
  const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(db, payment)));
  expect(answers.every(({ ok, estado }) => ok && estado === 'entregado')).toBe(true);
  expect(answers.filter(({ entregado_ahora }) => entregado_ahora)).toHaveLength(1);
  expect(await sql`select 1 from adquisiciones where pago_id = ${payment.id}`).toHaveLength(1);
  expect(await sql`select 1 from movimientos_ingresos where usuario_id = ${creator}`).toHaveLength(1);
  expect(await sql`select 1 from correos where user_id = ${user}`).toHaveLength(1);
  expect(await sql`select 1 from logros_usuario where user_id = ${user} and logro = 'primera_compra'`).toHaveLength(1);
});

test('100 concurrent deliveries of one pack of coins credit it once', async () => {
  const user = await createUser(sql);
  const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
  const payment = await openPayment(db, user, { producto: pack });
  await Promise.all(Array.from({ length: 100 }, () => deliver(db, payment)));
  expect(await sql`select uncoins from usuarios_meta where id = ${user}`).toEqual([{ uncoins: 100 }]);
});

test('concurrent payments for one product deliver it once and open cases for the others', async () => {
  const user = await createUser(sql);
  const producto = await createProduct(sql);
  const givers = await Promise.all(Array.from({ length: 12 }, () => createUser(sql)));
  const payments = await Promise.all(givers.map((giver) => openPayment(db, giver, { producto, destinatario: user })));
  const answers = await Promise.all(payments.map((payment) => deliver(db, payment)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'ya_lo_tienes')).toHaveLength(11);
  expect(await sql`select 1 from adquisiciones where user_id = ${user}`).toHaveLength(1);
  expect(await sql`select 1 from casos_admin where tipo = 'pagado_dos_veces'`).toHaveLength(11);
});

test('crossing deliveries do not deadlock', { tags: 'nightly' }, async () => {
  const creators = await Promise.all(Array.from({ length: 6 }, () => createUser(sql)));
  const products = await Promise.all(creators.map((usuario_id) => createProduct(sql, { usuario_id, unidades: 1000 })));
  const bundle = await createBundle(sql, products);
  const people = await Promise.all(Array.from({ length: 20 }, () => createUser(sql)));
  const payments = await Promise.all([
    ...people.map((person) => openPayment(db, person, { bundle })),
    // Each creator gives the product of the next one to the one after that.
    ...creators.map((creator, index) =>
      openPayment(db, creator, { producto: products[(index + 1) % 6], destinatario: creators[(index + 2) % 6] }),
    ),
  ]);
  const answers = await Promise.all(payments.flatMap((payment) => [deliver(db, payment), deliver(db, payment)]));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  const [row] =
    await sql`select sum(adquirido)::int as sold, sum(1000 - unidades)::int as taken from productos where id in ${sql(products)}`;
  expect(row).toEqual({ sold: 126, taken: 126 });
});

test('a concurrent refund and delivery end in a consistent state without ownership', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => createUser(sql)));
  const producto = await createProduct(sql);
  const payments = await Promise.all(people.map((person) => openPayment(db, person, { producto })));
  await Promise.all(
    payments.flatMap((payment) => [deliver(db, payment), refundAll(db, payment), deliver(db, payment)]),
  );
  expect(await sql`select 1 from pagos where producto_id = ${producto} and estado <> 'reembolsado'`).toHaveLength(0);
  expect(await sql`select 1 from adquisiciones where producto_id = ${producto} and revocada_at is null`).toHaveLength(
    0,
  );
  const [row] = await sql`select coalesce(sum(m.centimos), 0)::int as left_over from movimientos_ingresos m
    join adquisiciones a on a.id = m.adquisicion_id where a.producto_id = ${producto}`;
  expect(row?.left_over).toBe(0);
});
