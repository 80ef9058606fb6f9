import { describe, expect, test } from 'vitest';
import { buy, createBundle, createProduct, createUser, deliver, openPayment, refundAll } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const standing = async (user: string) =>
  (
    await sql`select producto_id, origen from adquisiciones where user_id = ${user} and revocada_at is null
      order by producto_id, origen`
  ).map(({ producto_id, origen }) => `${producto_id}:${origen}`);
const quote = (user: string, producto: string) => db.callAs(user, 'cotizar_compra', { p_producto: producto });

describe('a licence with two sources', () => {
  test('is extended by a bundle with missing products only, and each refund ends its own source', async () => {
    const user = await createUser(sql);
    const [first, second] = (await Promise.all([createProduct(sql), createProduct(sql)])).sort() as [string, string];
    const single = await buy(db, user, { producto: first });
    const pack = await buy(db, user, { bundle: await createBundle(sql, [first, second]) });
    expect(await standing(user)).toEqual([`${first}:compra`, `${second}:bundle`]);

    await refundAll(db, single);
    expect(await standing(user)).toEqual([`${second}:bundle`]);
    expect(await quote(user, first)).toMatchObject({ ok: true });

    await refundAll(db, pack);
    expect(await standing(user)).toEqual([]);
    expect(await quote(user, first)).toMatchObject({ ok: true });
  });

  test('can be purchased while the Club lends it', async () => {
    const user = await createUser(sql, { club: true });
    const producto = await createProduct(sql, { club_only: true });
    await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
      values (${user}, ${producto}, 'club', 0, 'Jugador_1')`;
    await buy(db, user, { producto });
    expect(await standing(user)).toEqual([`${producto}:club`, `${producto}:compra`]);
    expect(await quote(user, producto)).toMatchObject({ error: 'ya_lo_tienes' });
  });

  test('has each source at most once', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    await buy(db, user, { producto });
    await expect(
      sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
        values (${user}, ${producto}, 'compra', 0, 'Jugador_1')`,
    ).rejects.toThrow('adquisiciones_una_vigente_key');
  });
});

test('an offer shows the lowest price of the 30 days before it', async () => {
  const user = await createUser(sql);
  const producto = await createProduct(sql, { precio: 10 });
  await sql`update historial_precios set desde = now() - interval '60 days' where producto_id = ${producto}`;
  await sql`insert into historial_precios (producto_id, precio, desde) values (${producto}, 7, now() - interval '20 days')`;
  await sql`insert into historial_precios (producto_id, precio, desde) values (${producto}, 10, now() - interval '5 days')`;
  expect(await quote(user, producto)).toMatchObject({ minimo_30_dias_centimos: null });
  await sql`update productos set oferta = 8 where id = ${producto}`;
  expect(await quote(user, producto)).toMatchObject({ total_centimos: 800, minimo_30_dias_centimos: 700 });
});

test('the provider’s time is stored beside the shop’s', async () => {
  const payment = await openPayment(db, await createUser(sql), { producto: await createProduct(sql) });
  await deliver(db, payment, { p_confirmado_at: '2026-01-02T03:04:05Z' });
  const [row] = await sql`select confirmado_at, pagado_at, entregado_at from pagos where id = ${payment.id}`;
  expect(row?.confirmado_at.toISOString()).toBe('2026-01-02T03:04:05.000Z');
  expect(row?.pagado_at).not.toEqual(row?.confirmado_at);
  expect(row?.entregado_at).not.toBeNull();
});
