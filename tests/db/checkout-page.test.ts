import { expect, test } from 'vitest';
import { createBundle, createCoupon, createPayment, createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const methods = ['tarjeta', 'paypal', 'uncoins'];
const slugOf = async (id: string) => (await sql`select slug from productos where id = ${id}`)[0]?.slug;
const page = (user: string, args: Record<string, unknown>) =>
  db.callAs(user, 'pagina_de_pago', { p_metodos: methods, ...args });

test('the checkout page has the same quotes as single quotes by method', async () => {
  const user = await createUser(sql);
  const producto = await createProduct(sql, { precio: 18.49, oferta: 15.75 });
  const codigo = await createCoupon(sql, producto, { percent_discount: 15 });
  const { cotizaciones } = await page(user, { p_slug: await slugOf(producto), p_cupon: codigo });
  for (const p_metodo of methods) {
    const alone = await db.callAs(user, 'cotizar_compra', { p_producto: producto, p_metodo, p_cupon: codigo });
    expect([p_metodo, (cotizaciones as Record<string, unknown>)[p_metodo]]).toEqual([p_metodo, alone]);
  }
  expect(Object.keys(cotizaciones as object).sort()).toEqual([...methods].sort());
});

test('a bundle has no slug, and an unknown slug is refused', async () => {
  const user = await createUser(sql);
  const bundle = await createBundle(sql, [await createProduct(sql), await createProduct(sql)]);
  const { cotizaciones } = await page(user, { p_slug: null, p_bundle: bundle });
  expect(cotizaciones).toMatchObject({ tarjeta: { ok: true } });
  expect(await page(user, { p_slug: 'no-hay' })).toEqual({ ok: false, error: 'no_existe' });
});

test('an invalid coupon costs one attempt, however many methods there are', async () => {
  const user = await createUser(sql);
  const slug = await slugOf(await createProduct(sql));
  const { cotizaciones } = await page(user, { p_slug: slug, p_cupon: 'NADA' });
  expect(cotizaciones).toEqual({ tarjeta: { ok: false, error: 'cupon_no_valido' } });
});

test('the Minecraft name is prefilled from the person’s last purchase for themselves or last licence', async () => {
  const [user, other] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql);
  const slug = await slugOf(producto);
  expect((await page(user, { p_slug: slug })).minecraft_name).toBeNull();
  for (const [who, name] of [
    [user, 'mio_12'],
    [other, 'suyo_12'],
  ] as const) {
    await createPayment(db, who, { producto: await createProduct(sql) });
    await sql`update pagos set minecraft_name = ${name} where user_id = ${who}`;
  }
  const gift = await createPayment(db, user, { producto: await createProduct(sql), destinatario: other });
  await sql`update pagos set minecraft_name = 'regalo_12' where id = ${String(gift.pago_id)}`;
  const license = async (who: string, name: string | null) =>
    sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
      values (${who}, ${await createProduct(sql)}, 'codigo', 0, ${name})`;
  await license(other, 'suyo_34');
  await license(user, null);
  expect((await page(user, { p_slug: slug })).minecraft_name).toBe('mio_12');
  await license(user, 'mio_34');
  expect((await page(user, { p_slug: slug })).minecraft_name).toBe('mio_34');
});

test('the proposed player is the last one that somebody bought or claimed something for', async () => {
  const [user, friend] = [await createUser(sql), await createUser(sql)];
  const player = () => db.callAs<string | null>(user, 'mi_nombre_de_jugador', {});
  expect(await player()).toBeNull();
  const claim = (minecraft_name: string | null, ago: string) => sql`insert into adquisiciones
    (user_id, producto_id, origen, precio_pagado, minecraft_name, created_at)
    values (${user}, ${producto}, 'codigo', 0, ${minecraft_name}, now() - ${ago}::interval)`;
  let producto = await createProduct(sql);
  await claim('Canjeado_1', '2 days');
  expect(await player()).toBe('Canjeado_1');
  producto = await createProduct(sql);
  await createPayment(db, user, { producto, minecraft: 'Comprado_1' });
  await createPayment(db, user, { producto: await createProduct(sql), destinatario: friend, minecraft: 'Regalado_1' });
  await createPayment(db, friend, { producto, minecraft: 'Ajeno_1' });
  expect(await player()).toBe('Comprado_1');
  await sql`update pagos set created_at = created_at - interval '3 days' where user_id = ${user}`;
  expect(await player()).toBe('Canjeado_1');
  await claim(null, '1 day');
  expect(await player()).toBe('Canjeado_1');
  producto = await createProduct(sql);
  await claim('Canjeado_2', '1 hour');
  expect(await player()).toBe('Canjeado_2');
});
