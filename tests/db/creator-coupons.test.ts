import { expect, test } from 'vitest';
import {
  buy,
  createCoupon,
  createOwnCoupon,
  createPayment,
  createProduct,
  createUser,
  deliver,
  openPayment,
  refundAll,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

const make = (who: string, product: string, coupon?: Record<string, unknown>) =>
  createOwnCoupon(db, who, product, coupon);
const earned = async (payment: { id: string }) =>
  Number(
    (
      await sql`select coalesce(sum(m.centimos), 0) as cents from movimientos_ingresos m
        join adquisiciones a on a.id = m.adquisicion_id where a.pago_id = ${payment.id}`
    )[0]?.cents,
  );
const quote = (who: string, product: string, code: string) =>
  db.callAs(who, 'cotizar_compra', { p_producto: product, p_cupon: code, p_metodo: 'tarjeta' });
test('a creator coupon reduces the share of the creator, and a refund reverses the discount', async () => {
  const [creator, buyer, member] = [
    await createUser(sql),
    await createUser(sql),
    await createUser(sql, { club: true }),
  ];
  const product = await createProduct(sql, { usuario_id: creator, precio: 9.99 });
  expect(await make(creator, product)).toMatchObject({ ok: true });
  // Without it: 9.99, of which 2.00 are the creator's and 7.99 the shop's.
  const sale = await buy(db, buyer, { producto: product, cupon: 'REGALO' });
  expect([sale.cents, await earned(sale)]).toEqual([899, 100]);
  // With the Club's 30 %: 6.99, of which 1.40 and 5.59.
  const clubSale = await buy(db, member, { producto: product, cupon: 'REGALO' });
  expect([clubSale.cents, clubSale.cents - (await earned(clubSale))]).toEqual([629, 559]);
  await refundAll(db, sale);
  expect(await earned(sale)).toBe(0);
  const rules = await sql`select consulta from comprobaciones
    where nombre in ('ingresos_de_ventas', 'cupones_de_creadores')`;
  expect(rules).toHaveLength(2);
  for (const { consulta } of rules) expect(await sql.unsafe(String(consulta))).toEqual([]);
  const [row] = await db.asUser(creator, (tx) => tx`select * from mis_cupones()`);
  expect(row).toMatchObject({ codigo: 'REGALO', usos: '1', regalado_centimos: '70', vendido_centimos: '629' });
  const other = await createUser(sql);
  await make(other, await createProduct(sql, { usuario_id: other }), { p_porcentaje: 10 });
  const [unused] = await db.asUser(other, (tx) => tx`select * from mis_cupones()`);
  expect(unused).toMatchObject({ usos: '0', regalado_centimos: '0', vendido_centimos: '0' });
});

test('a creator coupon is at most the share, and costs at most the share if it is lowered later', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  expect(await make(creator, product, { p_porcentaje: 21 })).toMatchObject({
    error: 'descuento_excesivo',
    porcentaje: 20,
  });
  expect(await make(creator, product, { p_centimos: 201 })).toMatchObject({ error: 'descuento_excesivo' });
  expect(await make(creator, product, { p_centimos: 200, p_codigo: 'dos-euros' })).toMatchObject({ ok: true });
  const sale = await buy(db, buyer, { producto: product, cupon: 'DOS-EUROS' });
  expect([sale.cents, await earned(sale)]).toEqual([800, 0]);
  await sql`update configuracion_global set ingresos_creador_porcentaje = 10`;
  expect(await quote(await createUser(sql), product, 'DOS-EUROS')).toMatchObject({ total_centimos: 900 });
  await sql`update configuracion_global set ingresos_creador_porcentaje = 20`;
});

test('the shop keeps its exact commission on coupon sales by card and PayPal at any price', {
  tags: 'nightly',
}, async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  expect(await make(creator, product, { p_porcentaje: 20, p_codigo: 'todo' })).toMatchObject({ ok: true });
  for (let i = 0; i < 400; i += 1) {
    const [cents, percent] = [50 + i * 7, i % 20 === 0 ? 20 : 1 + (i % 20)];
    await sql`update productos set precio = ${cents / 100} where id = ${product}`;
    await sql`update codigos_cupones set percent_discount = ${percent} where codigo = 'TODO'`;
    const [kept] = await sql`
      with q as (select c.cupon,
        privado.presupuesto_actual(${buyer}, ${product}, null, null, 'paypal', c.cupon, null, false) as quote
        from (values ('TODO'), (null)) c(cupon)),
      k as (select cupon, (quote ->> 'total_centimos')::int - privado.ingreso_de(quote, quote #> '{interno,articulos,0}') as kept
        from q)
      select max(kept) filter (where cupon is not null) as with_coupon, max(kept) filter (where cupon is null) as without
      from k`;
    expect(kept?.with_coupon, `${cents} cents, ${percent} %`).toBe(kept?.without);
  }
});

test('a creator coupon has dates, a minimum price and limits of uses, even for concurrent payments', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  await make(creator, product, { p_codigo: 'UNO', p_usos_max: 1 });
  const buyers = await Promise.all(Array.from({ length: 8 }, () => createUser(sql)));
  const answers = await Promise.all(
    buyers.map((buyer) => createPayment(db, buyer, { producto: product, cupon: 'UNO' })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  await make(creator, product, { p_codigo: 'CARO', p_minimo_centimos: 1001 });
  expect(await quote(buyers[0] as string, product, 'CARO')).toMatchObject({ error: 'cupon_no_valido' });
  await make(creator, product, {
    p_codigo: 'FUTURO',
    p_desde: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  });
  expect(await quote(buyers[0] as string, product, 'FUTURO')).toMatchObject({ error: 'cupon_no_valido' });
  expect(await make(creator, product, { p_hasta: '2020-01-01' })).toEqual({ ok: false, error: 'fechas_no_validas' });
  expect(await make(creator, product, { p_codigo: 'UNO' })).toEqual({ ok: false, error: 'codigo_ocupado' });
  expect(await make(creator, product, { p_codigo: 'a b' })).toEqual({ ok: false, error: 'codigo_no_valido' });
});

test('a stopped coupon is invalid except for open payments', async () => {
  const [creator, stranger, buyer] = [await createUser(sql), await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const made = await make(creator, product, { p_codigo: 'PARA' });
  const open = await openPayment(db, buyer, { producto: product, cupon: 'PARA' });
  const stop = (who: string) => db.callAs(who, 'parar_cupon', { p_cupon: made.cupon_id });
  expect(await stop(stranger)).toEqual({ ok: false, error: 'no_existe' });
  expect(await stop(creator)).toEqual({ ok: true });
  expect(await quote(await createUser(sql), product, 'PARA')).toMatchObject({ error: 'cupon_no_valido' });
  expect(await deliver(db, open)).toMatchObject({ ok: true, estado: 'entregado' });
});

test('a creator has at most a hundred coupons, without those that are over or of others', async () => {
  const [creator, other] = [await createUser(sql), await createUser(sql)];
  const [product, theirs] = [
    await createProduct(sql, { usuario_id: creator, precio: 10 }),
    await createProduct(sql, { usuario_id: other, precio: 10 }),
  ];
  await sql`insert into codigos_cupones (codigo, product_id, percent_discount, creador_id, parado_at, caduca_at)
    select 'C-' || n || k, ${product}, 5, ${creator}, case when k = 'parado' then now() end,
      case k when 'caducado' then now() - interval '1 day' when 'fechado' then now() + interval '1 day' end
    from generate_series(1, 99) n, unnest(array['parado', 'caducado', case when n % 2 = 0 then 'fechado' else 'libre' end]) k`;
  expect(await make(other, theirs, { p_codigo: 'OTRO' })).toMatchObject({ ok: true });
  expect(await make(creator, product, { p_codigo: 'CIEN' })).toMatchObject({ ok: true });
  expect(await make(creator, product, { p_codigo: 'UNO-MAS' })).toEqual({ ok: false, error: 'demasiados_cupones' });
});

test('a creator creates at most two hundred coupons a day, including stopped ones', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  expect(await make(creator, product, { p_codigo: 'UNO' })).toMatchObject({ ok: true });
  await sql`update intentos set veces = 199 where tipo = 'cupon_propio' and clave = ${creator}`;
  expect(await make(creator, product, { p_codigo: 'UNO' })).toEqual({ ok: false, error: 'codigo_ocupado' });
  expect(await make(creator, product, { p_codigo: 'DOS' })).toMatchObject({ ok: true });
  expect(await make(creator, product, { p_codigo: 'TRES' })).toEqual({ ok: false, error: 'demasiados_intentos' });
});

test('creator coupons are for own products, and are visible to their creator and to admins', async () => {
  const [creator, stranger, admin] = [
    await createUser(sql),
    await createUser(sql),
    await createUser(sql, { role: 'admin' }),
  ];
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  expect(await make(stranger, product)).toEqual({ ok: false, error: 'no_existe' });
  const made = await make(creator, product);
  await createCoupon(sql, product, { codigo: 'TIENDA' });
  const seen = (who: string) =>
    db.asUser(who, (tx) => tx`select codigo from codigos_cupones where product_id = ${product}`);
  expect((await seen(creator)).map(({ codigo }) => codigo)).toEqual(['REGALO']);
  expect(await seen(stranger)).toEqual([]);
  expect(await seen(admin)).toHaveLength(2);
  expect(
    await db.callAs(admin, 'admin_guardar_cupon', {
      p_cupon: made.cupon_id,
      p_codigo: 'REGALO',
      p_producto: product,
      p_porcentaje: 90,
      p_caduca_at: null,
      p_usos_max: null,
      p_usos_por_usuario: null,
    }),
  ).toEqual({ ok: false, error: 'no_existe' });
  // A coupon of the shop is paid as before: the creator has a share of what was paid.
  const sale = await buy(db, await createUser(sql), { producto: product, cupon: 'TIENDA' });
  expect([sale.cents, await earned(sale)]).toEqual([800, 160]);
});
