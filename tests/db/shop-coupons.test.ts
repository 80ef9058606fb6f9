import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shopCouponSale } from '@/lib/pricing/earnings';
import {
  buy,
  createBundle,
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
const admin = await createUser(sql, { role: 'admin' });

const make = (coupon: Record<string, unknown>) =>
  db.callAs(admin, 'admin_guardar_cupon', {
    p_cupon: null,
    p_producto: null,
    p_porcentaje: 'p_centimos' in coupon ? null : 20,
    p_caduca_at: null,
    p_usos_max: null,
    p_usos_por_usuario: null,
    p_ambito: 'tienda',
    ...coupon,
  });
const quote = (who: string, product: string | null, code: string, more: Record<string, unknown> = {}) =>
  db.callAs(who, 'cotizar_compra', { p_producto: product, p_cupon: code, ...more });
const slugOf = async (product: string) =>
  String((await sql`select slug from productos where id = ${product}`)[0]?.slug);
const refused = { ok: false, error: 'cupon_no_valido' };
const earned = async ({ id }: { id: string }) =>
  Number(
    (
      await sql`select coalesce(sum(m.centimos), 0) as cents from movimientos_ingresos m
        join adquisiciones a on a.id = m.adquisicion_id where a.pago_id = ${id}`
    )[0]?.cents,
  );

test('a coupon for the shop, a category or a creator applies to those products only, and to no bundle and no coins', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const plugin = await createProduct(sql, { usuario_id: creator, precio: 10, category: 'plugin' });
  const series = await createProduct(sql, { precio: 10, category: 'serie' });
  const pack = await createBundle(sql, [plugin, series]);
  await make({ p_codigo: 'TODO' });
  await make({ p_codigo: 'SERIES', p_ambito: 'categoria', p_categoria: 'serie' });
  await make({ p_codigo: 'SUYOS', p_ambito: 'creador', p_vendedor: creator, p_centimos: 300 });
  for (const [code, onPlugin, onSeries] of [
    ['todo', 800, 800],
    ['SERIES', null, 800],
    ['SUYOS', 700, null],
  ] as const) {
    const is = (cents: number | null) => (cents === null ? refused : { ok: true, total_centimos: cents });
    expect(await quote(buyer, plugin, code), code).toMatchObject(is(onPlugin));
    expect(await quote(buyer, series, code), code).toMatchObject(is(onSeries));
  }
  expect(await quote(buyer, null, 'TODO', { p_bundle: pack })).toEqual(refused);
  const coins = await createProduct(sql, { usuario_id: creator, precio: 10, category: 'uncoins', uncoins: 1000 });
  for (const code of ['TODO', 'SUYOS']) expect(await quote(buyer, coins, code), code).toEqual(refused);
  // Nor does one for the pack alone, which would give its coins for less, or for nothing.
  const own = { p_codigo: 'MONEDAS', p_ambito: 'producto', p_porcentaje: 100 };
  expect(await make({ ...own, p_producto: coins })).toEqual({ ok: false, error: 'producto_no_existe' });
  const made = await make({ ...own, p_producto: plugin });
  expect(
    await db.callAs(admin, 'guardar_cupon', {
      p_cupon: made.cupon_id,
      p_base: sql.json({ slug: await slugOf(plugin) }),
      p_cambios: sql.json({ slug: await slugOf(coins) }),
    }),
  ).toEqual({ ok: false, error: 'producto_no_existe' });
  await createCoupon(sql, coins, { codigo: 'ANTES', percent_discount: 100 });
  expect(await quote(buyer, coins, 'ANTES')).toEqual(refused);
});

test('creator and shop bear the cost of a coupon in proportion, and the ledger balances', async () => {
  const product = await createProduct(sql, { precio: 9.99 });
  await make({ p_codigo: 'MITAD', p_porcentaje: 50 });
  const sale = await buy(db, await createUser(sql), { producto: product, cupon: 'MITAD' });
  expect([sale.cents, await earned(sale)]).toEqual([500, 100]);
  const member = await buy(db, await createUser(sql, { club: true }), { producto: product, cupon: 'MITAD' });
  expect([member.cents, await earned(member)]).toEqual([350, 70]);
  await refundAll(db, sale);
  expect(await earned(sale)).toBe(0);
  const rules = await sql`select consulta from comprobaciones
    where nombre in ('ingresos_de_ventas', 'cupones_de_creadores', 'cupones_con_limite')`;
  expect(rules).toHaveLength(3);
  for (const { consulta } of rules) expect(await sql.unsafe(String(consulta))).toEqual([]);
});

test("of several coupons with one code, a usable one applies first, then the shop's, then the narrowest", async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator, precio: 10 });
  const buyer = await createUser(sql);
  await createCoupon(sql, product, { codigo: 'IGUAL', percent_discount: 10, creador_id: creator });
  expect(await quote(buyer, product, 'IGUAL')).toMatchObject({ total_centimos: 900 });
  const wide = await make({ p_codigo: 'igual', p_porcentaje: 30, p_usos_max: 1 });
  expect(await quote(buyer, product, 'IGUAL')).toMatchObject({ total_centimos: 700 });
  await buy(db, await createUser(sql), { producto: product, cupon: 'IGUAL' });
  expect(await quote(buyer, product, 'IGUAL')).toMatchObject({ total_centimos: 900 });
  await db.callAs(admin, 'admin_borrar_cupon', { p_cupon: wide.cupon_id });
  expect(await make({ p_codigo: 'IGUAL', p_ambito: 'categoria', p_categoria: 'dlc' })).toMatchObject({ ok: true });
  expect(await make({ p_codigo: 'igual' })).toEqual({ ok: false, error: 'codigo_ocupado' });
});

test('a first-purchase coupon is valid once per person, and again after expiry or refund', async () => {
  const [one, two] = [await createProduct(sql, { precio: 10 }), await createProduct(sql, { precio: 10 })];
  await make({ p_codigo: 'PRIMERA', p_primera_compra: true });
  await make({ p_codigo: 'HOLA', p_primera_compra: true });
  const buyer = await createUser(sql);
  const open = await openPayment(db, buyer, { producto: one, cupon: 'PRIMERA' });
  expect(await quote(buyer, two, 'PRIMERA')).toEqual(refused);
  expect(await quote(buyer, two, 'HOLA')).toEqual(refused);
  expect(await quote(buyer, one, 'HOLA')).toMatchObject({ total_centimos: 800 });
  await db.callService('cerrar_pago', { p_proveedor: 'stripe', p_referencia: open.reference, p_estado: 'caducado' });
  const sale = await buy(db, buyer, { producto: two, cupon: 'HOLA' });
  expect(await quote(buyer, one, 'PRIMERA')).toEqual(refused);
  await refundAll(db, sale);
  expect(await quote(buyer, one, 'PRIMERA')).toMatchObject({ total_centimos: 800 });

  const hasty = await createUser(sql);
  const both = await Promise.all([
    createPayment(db, hasty, { producto: one, cupon: 'PRIMERA' }),
    createPayment(db, hasty, { producto: two, cupon: 'HOLA' }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test('uses of a coupon are counted across products under concurrency, and held until the payment ends', async () => {
  const products = await Promise.all(Array.from({ length: 4 }, () => createProduct(sql, { precio: 10 })));
  await make({ p_codigo: 'TRES', p_usos_max: 3 });
  const buyers = await Promise.all(Array.from({ length: 12 }, () => createUser(sql)));
  const answers = await Promise.all(
    buyers.map((buyer, at) => createPayment(db, buyer, { producto: products[at % 4] as string, cupon: 'TRES' })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
  expect(await quote(await createUser(sql), products[0] as string, 'TRES')).toEqual(refused);
  await sql`update reservas set hasta = now() - interval '1 minute' where cupon_id = (select id from codigos_cupones where codigo = 'TRES')`;
  expect(await quote(await createUser(sql), products[0] as string, 'TRES')).toMatchObject({ ok: true });
});

test('an admin limits and changes a coupon, and each change is logged', async () => {
  const product = await createProduct(sql, { precio: 10 });
  const buyer = await createUser(sql);
  const made = await make({ p_codigo: 'LIMITES', p_minimo_centimos: 1001 });
  expect(await quote(buyer, product, 'LIMITES')).toEqual(refused);
  const save = (base: Record<string, unknown>, changes: Record<string, unknown>) =>
    db.callAs(admin, 'guardar_cupon', {
      p_cupon: made.cupon_id,
      p_base: sql.json(base as never),
      p_cambios: sql.json(changes as never),
    });
  expect(await save({ minimo: 10.01 }, { minimo: 10 })).toMatchObject({ ok: true });
  expect(await quote(buyer, product, 'LIMITES')).toMatchObject({ total_centimos: 800 });
  expect(await save({ desde: null, caduca: null }, { desde: '2999-01-02', caduca: '2999-01-01' })).toEqual({
    ok: false,
    error: 'fechas_no_validas',
  });
  expect(await save({ desde: null }, { desde: '2999-01-01' })).toMatchObject({ ok: true });
  expect(await quote(buyer, product, 'LIMITES')).toEqual(refused);
  expect(await save({ ambito: 'tienda', creador: null }, { ambito: 'creador', creador: 'no_hay' })).toEqual({
    ok: false,
    error: 'creador_no_existe',
  });
  expect(await make({ p_codigo: 'OTRO', p_ambito: 'categoria' })).toEqual({ ok: false, error: 'datos_no_validos' });
  for (const [base, changes] of [
    [{}, { percent_discount: 90 }],
    [{ vendedor_id: null }, { vendedor_id: admin }],
    [{ usos: 0 }, { usos: 3 }],
  ] as const) {
    expect(await save(base, changes), JSON.stringify(changes)).toEqual({ ok: false, error: 'datos_no_validos' });
  }
  const acts = await sql`select actor_id, accion from auditoria where objeto_id = ${String(made.cupon_id)} order by id`;
  expect(acts).toEqual(Array.from({ length: 3 }, () => ({ actor_id: admin, accion: 'guardar_cupon' })));
});

test('a coupon is valid from its start until its end, unless it is stopped', async () => {
  const product = await createProduct(sql, { precio: 10 });
  const buyer = await createUser(sql);
  const made = await make({ p_codigo: 'FECHAS' });
  await make({ p_codigo: 'SIEMPRE' });
  const isValid = (from: string, to: string, stopped: boolean) =>
    sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      await tx`update codigos_cupones set desde_at = now() + ${from}::interval, caduca_at = now() + ${to}::interval,
        parado_at = case when ${stopped} then now() end where id = ${String(made.cupon_id)}`;
      const [row] = await tx`select privado.cupon_disponible(c, jsonb_populate_record(null::pagos, ${sql.json({
        user_id: buyer,
        producto_id: product,
      })})) as valid from codigos_cupones c where id = ${String(made.cupon_id)}`;
      return row?.valid;
    });
  for (const [from, to, stopped, valid] of [
    ['0', '1 second', false, true],
    ['1 second', '2 seconds', false, false],
    ['-1 second', '0', false, false],
    ['0', '1 second', true, false],
  ] as const) {
    expect(await isValid(from, to, stopped), `${from} – ${to}`).toBe(valid);
  }
});

test('a coupon ended during an open payment keeps its price', async () => {
  const product = await createProduct(sql, { precio: 10 });
  const made = await make({ p_codigo: 'ABIERTO' });
  const open = await openPayment(db, await createUser(sql), { producto: product, cupon: 'ABIERTO' });
  await db.callAs(admin, 'admin_borrar_cupon', { p_cupon: made.cupon_id });
  expect(await deliver(db, open)).toMatchObject({ ok: true, estado: 'entregado' });
});

test('a coupon of a creator is not deleted by admins', async () => {
  const creator = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  const made = await createOwnCoupon(db, creator, product, { p_codigo: 'DEL-CREADOR' });
  expect(made).toMatchObject({ ok: true });
  expect(await db.callAs(admin, 'admin_borrar_cupon', { p_cupon: made.cupon_id })).toEqual({
    ok: false,
    error: 'no_existe',
  });
});

test(
  'a coupon leaves a chargeable amount and no negative share at any price, as the form calculates',
  { tags: 'nightly' },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            price: fc.integer({ min: 0, max: 20_000 }),
            percent: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
            amount: fc.integer({ min: 1, max: 20_000 }),
            club: fc.constantFrom(0, 30),
            surcharge: fc.constantFrom(0, 8),
            share: fc.integer({ min: 0, max: 100 }),
          }),
          { minLength: 60, maxLength: 120 },
        ),
        async (list) => {
          const rows = await sql`
          select q.p as quote, privado.precio_sin_cupon(q.p) as before, privado.ingreso_de(
            jsonb_build_object('interno', jsonb_build_object('ingresos_porcentaje', c.share)),
            jsonb_build_object('centimos', q.p -> 'total_centimos')) as share
          from jsonb_to_recordset(${sql.json(list.map((given, orden) => ({ ...given, orden })))})
            as c(price integer, percent integer, amount integer, club integer, surcharge integer, share integer, orden integer)
          cross join lateral (select jsonb_populate_record(null::codigos_cupones, jsonb_build_object('id', gen_random_uuid(),
            'percent_discount', c.percent, 'descuento_centimos', case when c.percent is null then c.amount end)) as cupon) k
          cross join lateral (select privado.calcular_presupuesto(c.price / 100.0, null, c.club, coalesce(c.percent, 0),
            c.surcharge, (k.cupon).descuento_centimos, 100, null, privado.resto_de_cupon(k.cupon)) as p) q
          order by c.orden`;
          for (const [at, { price, percent, amount, surcharge, share }] of list.entries()) {
            const { quote: made, before, share: given } = rows[at] ?? {};
            const total = Number(made.total_centimos);
            expect(made.lineas.reduce((sum: number, line: { centimos: number }) => sum + line.centimos, 0)).toBe(total);
            if (percent !== 100 && before >= 50) expect(total).toBeGreaterThanOrEqual(50);
            if (percent === 100) expect(total).toBe(0);
            if (before > 0 && before < 50 && percent !== 100 && surcharge === 0) expect(total).toBe(before);
            expect(given).toBeGreaterThanOrEqual(0);
            expect(given).toBeLessThanOrEqual(total);
            if (surcharge > 0 || price === 0) continue;
            const shown = shopCouponSale(before, { percent, cents: percent === null ? amount : null }, share);
            expect(shown).toEqual({ paidCents: total, shareCents: given, shopCents: total - given });
          }
        },
      ),
      { numRuns: 30 },
    ),
);
