import { expect, test, vi } from 'vitest';
import { buy, createBundle, createPayment, createProduct, createUser, giveCoins } from './factories.ts';
import { openShop } from './shop-harness.ts';

const request = vi.hoisted(() => ({ client: undefined as unknown }));
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: async () => request.client }));

const { db, clientOf } = await openShop();
const { sql } = db;
const { listBought, listOrders } = await import('@/lib/orders/server');
const { findPayment, getPayment } = await import('@/lib/orders/payments/find-payment');
const { listOpenPayments, listRecharges } = await import('@/lib/orders/payments/lists');

const as = (person: string) => {
  request.client = clientOf(person);
};
const link = { download_link: 'https://files.example/p.zip' };

test('the result of a purchase lists each product, for its buyer only', async () => {
  const [user, stranger] = [await createUser(sql), await createUser(sql)];
  const bundle = await createBundle(sql, [
    await createProduct(sql, link),
    await createProduct(sql, { ...link, reserva: true, fecha_lanzamiento: '2999-01-01' }),
    await createProduct(sql, { descargable: false }),
  ]);
  const { id, reference } = await buy(db, user, { bundle });
  as(user);
  expect((await listBought(user, 'es', id)).map(({ download }) => download).sort()).toEqual([
    'disponible',
    'no_descargable',
    'reserva',
  ]);
  const found = await findPayment(user, 'es', { provider: 'stripe', reference });
  expect(found).toMatchObject({ id, state: 'entregado', agreedAt: expect.any(String), recipient: null });
  expect(await findPayment(user, 'es', { provider: 'paypal', reference })).toBeNull();
  as(stranger);
  expect(await listBought(stranger, 'es', id)).toEqual([]);
  expect(await getPayment(stranger, 'es', id)).toBeNull();
  expect(await findPayment(stranger, 'es', { provider: 'stripe', reference })).toBeNull();
});

test('admins can read every payment, but verify only their own', async () => {
  const { verifyPayment } = await import('@/lib/payments/verify');
  const [user, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const { reference } = await buy(db, user, { producto: await createProduct(sql, link) });
  const verify = (userId: string) =>
    verifyPayment(clientOf(userId), { userId, locale: 'es', provider: 'stripe', reference });
  expect(await verify(user)).toMatchObject({ estado: 'entregado' });
  expect(await verify(admin)).toMatchObject({ estado: 'no_existe', paymentId: null });
});

test('a gift shows its recipient, and offers its giver no download', async () => {
  const [giver, friend] = [await createUser(sql), await createUser(sql, { display_name: 'Martín' })];
  const { id } = await buy(db, giver, { producto: await createProduct(sql, link), destinatario: friend });
  as(giver);
  expect(await listBought(giver, 'es', id)).toMatchObject([
    { gift: { direction: 'to', name: 'Martín' }, download: null },
  ]);
});

test('the giver of a gift sees its price, and only the recipient its Minecraft name', async () => {
  const [giver, friend] = [await createUser(sql), await createUser(sql)];
  const { id } = await buy(db, giver, { producto: await createProduct(sql, link), destinatario: friend });
  const seenBy = async (person: string) => {
    as(person);
    return (await listOrders(person, 'es', null)).orders;
  };
  expect(await seenBy(friend)).toMatchObject([{ paidCents: null, minecraftName: null, gift: { isOpened: false } }]);
  await db.callAs(friend, 'abrir_regalo', { p_pago: id, p_minecraft_name: 'jugador_7' });
  await sql`update adquisiciones set descargas = 3 where user_id = ${friend}`;
  expect(await seenBy(friend)).toMatchObject([
    { paidCents: null, minecraftName: 'jugador_7', downloads: 3, gift: { isOpened: true } },
  ]);
  expect(await seenBy(giver)).toMatchObject([
    { paidCents: 1000, minecraftName: null, downloads: 0, gift: { isOpened: true } },
  ]);

  const [order] = await sql`select id from adquisiciones where user_id = ${friend}`;
  expect(await db.callAs(await createUser(sql), 'detalle_pedidos', { p_pedidos: [order?.id] })).toEqual({});
  // Nor by querying the table directly.
  for (const person of [giver, friend]) {
    for (const column of ['precio_pagado', 'minecraft_name', 'descargas']) {
      const asked = await clientOf(person).from('adquisiciones').select(column);
      expect(asked.error?.code, `${person} ${column}`).toBe('42501');
    }
  }
});

test('a payment in UnCoins shows its price in coins', async () => {
  const user = await createUser(sql);
  await giveCoins(sql, user, 5000);
  await createPayment(db, user, { producto: await createProduct(sql), metodo: 'uncoins' });
  await buy(db, user, { producto: await createProduct(sql) });
  as(user);
  const { orders } = await listOrders(user, 'es', null);
  expect(orders.map(({ inCoins, paidCents }) => [inCoins, paidCents])).toEqual([
    [false, 1000],
    [true, 1000],
  ]);
});

test('recharges are listed for their buyer only, newest first and paginated', async () => {
  const [user, stranger] = [await createUser(sql), await createUser(sql)];
  const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
  const bought: string[] = [];
  for (let number = 0; number < 6; number += 1) bought.unshift((await buy(db, user, { producto: pack })).id);
  await buy(db, user, { producto: await createProduct(sql) });
  await createPayment(db, user, { producto: pack });
  as(user);
  const first = await listRecharges(user, 'es', null);
  expect(first.recharges.map(({ id }) => id)).toEqual(bought.slice(0, 5));
  const rest = await listRecharges(user, 'es', first.next);
  expect([rest.recharges.map(({ id }) => id), rest.next]).toEqual([bought.slice(5), null]);
  await sql`update pagos set created_at = '2026-11-01T10:00:00.123456Z' where user_id = ${user}`;
  const atOnce = await listRecharges(user, 'es', null);
  const after = await listRecharges(user, 'es', atOnce.next);
  expect([...atOnce.recharges, ...after.recharges].map(({ id }) => id).toSorted()).toEqual(bought.toSorted());
  as(stranger);
  expect((await listRecharges(stranger, 'es', null)).recharges).toEqual([]);
});

test('a delayed payment is shown as pending until it ends', async () => {
  const user = await createUser(sql);
  const answer = await createPayment(db, user, { producto: await createProduct(sql) });
  const payment = { p_proveedor: 'stripe', p_referencia: `cs_${answer.pago_id}` };
  await db.callService('vincular_pago', { p_pago: answer.pago_id, ...payment });
  as(user);
  expect(await listOpenPayments(user, 'es')).toMatchObject([{ shownState: 'creado' }]);
  await db.callService('retener_pago', payment);
  expect(await listOpenPayments(user, 'es')).toMatchObject([{ shownState: 'en_camino' }]);
  await db.callService('cerrar_pago', { ...payment, p_estado: 'fallido' });
  expect(await getPayment(user, 'es', String(answer.pago_id))).toMatchObject({
    state: 'fallido',
    shownState: 'fallido',
  });
  const mails = await sql`select plantilla from correos where user_id = ${user}`;
  expect(mails.map(({ plantilla }) => plantilla)).toEqual(['pago_fallido']);
});

test('an abandoned payment is closed without a mail', async () => {
  const user = await createUser(sql);
  const answer = await createPayment(db, user, { producto: await createProduct(sql) });
  const payment = { p_proveedor: 'stripe', p_referencia: `cs_${answer.pago_id}` };
  await db.callService('vincular_pago', { p_pago: answer.pago_id, ...payment });
  await db.callService('cerrar_pago', { ...payment, p_estado: 'caducado' });
  expect(await sql`select 1 from correos where user_id = ${user}`).toHaveLength(0);
});
