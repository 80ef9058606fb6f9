/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Store } from '@unstore/payment-simulator';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { compareBooks, countOf } from '../../scripts/chaos/compare.ts';
import { buy, createProduct, createUser, openPayment } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const dataDir = await mkdtemp(join(tmpdir(), 'chaos-compare-'));
const file = join(dataDir, 'payment-providers.sqlite');
const store = new Store(dataDir);

afterAll(async () => {
  store.close();
  await rm(dataDir, { recursive: true });
});

beforeEach(async () => {
  store.db.exec('delete from objects');
  await sql.begin(async (begun) => {
    const own = begun as unknown as Sql;
    // Ledgers refuse to be emptied.
    await own`set local session_replication_role = replica`;
    await own`truncate pagos, withdrawals cascade`;
  });
});

type Payment = { id: string; reference: string };

/** A page at Stripe for a payment of the shop, and its charge. */
function putSession({ id, reference }: Payment, cents: number | null, refunded = 0): void {
  store.put('session', { id: reference, mode: 'payment', metadata: { pago_id: id } } as never, { root: reference });
  if (cents === null) return;
  const charge = { id: `ch_${reference}`, paid: true, amount: cents, amount_refunded: refunded };
  store.put('charge', charge, { root: reference });
}

const compare = (since = new Date(0)) => compareBooks(sql, file, since);
const sell = async () => buy(db, await createUser(sql), { producto: await createProduct(sql) });
const begin = async () => openPayment(db, await createUser(sql), { producto: await createProduct(sql) });

test('equal ledgers have no differences', async () => {
  putSession(await sell(), 1000);
  putSession(await begin(), null);
  expect(countOf(await compare())).toBe(0);
});

test('earlier sales are left out', async () => {
  await sell();
  expect((await compare()).deliveredUnpaid).toHaveLength(1);
  expect(countOf(await compare(new Date(Date.now() + 60_000)))).toBe(0);
});

test('a paid, but undelivered purchase is reported', async () => {
  const payment = await begin();
  putSession(payment, 1000);
  expect((await compare()).paidUndelivered).toEqual([expect.stringContaining(payment.id)]);
  store.db.exec('delete from objects');
  putSession({ id: randomUUID(), reference: 'cs_unknown' }, 1000);
  expect((await compare()).paidUndelivered).toEqual([expect.stringContaining('cs_unknown')]);
});

test('a delivery without a payment is reported: uncharged, refunded, or without a session', async () => {
  const payment = await sell();
  putSession(payment, null);
  expect((await compare()).deliveredUnpaid).toEqual([expect.stringContaining(payment.id)]);
  store.db.exec('delete from objects');
  expect((await compare()).deliveredUnpaid).toEqual([expect.stringContaining(payment.id)]);
  putSession(payment, 1000, 1000);
  expect((await compare()).deliveredUnpaid).toEqual([expect.stringContaining(payment.id)]);
});

test('a purchase that was charged or delivered twice is reported', async () => {
  const payment = await sell();
  putSession(payment, 1000);
  putSession({ id: payment.id, reference: 'cs_second' }, 1000, 1000);
  expect((await compare()).doubles).toEqual([expect.stringContaining('cs_second')]);
  store.db.exec(`delete from objects where root = 'cs_second'`);
  await sql`insert into adquisiciones (user_id, producto_id, pago_id, precio_pagado, minecraft_name)
    select destinatario_id, ${await createProduct(sql)}, id, 0, 'jugador_1' from pagos where id = ${payment.id}`;
  expect((await compare()).doubles).toEqual([expect.stringContaining('more was delivered')]);
});

test('a reversal of more coins than were bought is reported', async () => {
  const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 10 });
  const payment = await buy(db, await createUser(sql), { producto: pack });
  putSession(payment, 1000);
  const move = (cantidad: number, concepto: string) => sql`
    insert into movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    select user_id, ${cantidad}, ${concepto}, ${randomUUID()}, id from pagos where id = ${payment.id}`;
  await move(-500, 'reembolso');
  await move(500, 'recarga');
  expect(countOf(await compare())).toBe(0);
  await move(1, 'recarga');
  expect((await compare()).doubles).toEqual([expect.stringContaining('more was delivered')]);
});

test('an approved, but uncaptured PayPal order is reported', async () => {
  const payment = await begin();
  await sql`update pagos set proveedor = 'paypal', metodo = 'paypal' where id = ${payment.id}`;
  const order = { id: payment.reference, status: 'APPROVED', purchase_units: [{ custom_id: payment.id }] };
  store.put('order', order, { root: payment.reference });
  expect((await compare()).paidUndelivered).toEqual([expect.stringContaining('not taken')]);
});

test('differing refunds, payouts and amounts are reported', async () => {
  const payment = await sell();
  putSession(payment, 1000, 300);
  expect((await compare()).others).toEqual([expect.stringContaining('300 given back, 0 noted')]);
  store.db.exec('delete from objects');
  putSession(payment, 999);
  expect((await compare()).others).toEqual([expect.stringContaining('999 taken, 1000 quoted')]);
  store.db.exec('delete from objects');
  putSession(payment, 1000);

  const creator = await createUser(sql);
  const [withdrawal] = await sql`insert into withdrawals (usuario_id, amount, paypal_email, clave, estado)
    values (${creator}, 5, 'a@b.es', ${randomUUID()}, 'en_proceso') returning id`;
  const pay = (id: string) =>
    store.put(
      'payout_item',
      {
        id,
        transaction_status: 'SUCCESS',
        payout_item: { sender_item_id: withdrawal?.id, amount: { value: '5.00' } },
      } as never,
      { root: id },
    );
  pay('one');
  expect((await compare()).others).toEqual([expect.stringContaining('500 of 500 paid out')]);
  pay('two');
  expect((await compare()).doubles).toEqual([expect.stringContaining('1000 paid out')]);
});
