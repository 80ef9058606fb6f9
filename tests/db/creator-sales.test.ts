import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createCoupon,
  createEdition,
  createOwnCoupon,
  createProduct,
  createUser,
  type OpenPayment,
  openDispute,
  refundAll,
  reportReversals,
  winDispute,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';
import { pagesRead } from './scans.ts';

const db = await openDatabase();
const { sql } = db;

type Sale = {
  id: number;
  pedido: string;
  estado: string;
  pagado_centimos: number;
  parte_centimos: number;
  neto_centimos: number;
  created_at: string;
  [key: string]: unknown;
};
type Totals = Answer & { ventas: number; pagado_centimos: number; parte_centimos: number; neto_centimos: number };

const salesOf = async (creator: string, filter: Record<string, unknown> = {}) =>
  (await db.callAs(creator, 'mis_ventas', filter)).ventas as Sale[];
const totalsOf = (creator: string, filter: Record<string, unknown> = {}) =>
  db.callAs<Totals>(creator, 'mis_ventas_totales', filter);
const ledgerOf = async (creator: string) => {
  const [row] = await sql`select coalesce(sum(centimos), 0)::integer as cents from movimientos_ingresos
    where usuario_id = ${creator} and adquisicion_id is not null`;
  return Number(row?.cents);
};
const sum = (sales: Sale[], key: 'pagado_centimos' | 'parte_centimos' | 'neto_centimos') =>
  sales.reduce((total, sale) => total + sale[key], 0);

describe('the sales of a creator', () => {
  test('show each amount and its reason, and nothing about the buyer', async () => {
    const creator = await createUser(sql);
    const buyer = await createUser(sql, { club: true });
    const producto = await createProduct(sql, { usuario_id: creator, nombre: 'Torre' });
    const edicion = await createEdition(sql, producto, {
      nombre: 'Completa',
      nombre_en: 'Complete',
      precio: 20,
      oferta: 15,
    });
    const cupon = await createCoupon(sql, producto, { percent_discount: 10 });
    await buy(db, buyer, { producto, edicion, cupon });
    const [sale] = await salesOf(creator);
    // 20 € on offer for 15 €, 30 % off for the Club, 10 % off by the coupon; a fifth of it is the creator's.
    expect(sale).toMatchObject({
      nombre: 'Torre',
      edicion: 'Completa',
      edicion_en: 'Complete',
      precio_centimos: 2000,
      oferta_centimos: -500,
      club_centimos: -450,
      cupon_centimos: -105,
      recargo_centimos: 0,
      pagado_centimos: 945,
      porcentaje: 20,
      parte_centimos: 189,
      neto_centimos: 189,
      estado: 'retenida',
      regalo: false,
    });
    const [person] = await sql`select username from usuarios_meta where id = ${buyer}`;
    const detail = await db.callAs(creator, 'mi_venta', { p_pedido: sale?.pedido });
    for (const answer of [sale, detail])
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${buyer}|${person?.username}|Jugador_1`));
    expect(detail).toMatchObject({ ok: true, movimientos: [{ concepto: 'venta', centimos: 189 }] });
    // Neither the buyer nor another creator sees the sale.
    for (const other of [buyer, await createUser(sql)]) {
      expect(await salesOf(other)).toEqual([]);
      expect(await db.callAs(other, 'mi_venta', { p_pedido: sale?.pedido })).toEqual({ ok: false, error: 'no_existe' });
    }
  });

  test('split every line of a bundle among its products, without a remainder', async () => {
    const creator = await createUser(sql);
    const products = [
      await createProduct(sql, { usuario_id: creator, precio: 10 }),
      await createProduct(sql, { usuario_id: creator, precio: 7.77 }),
      await createProduct(sql, { usuario_id: creator, precio: 3.33 }),
    ];
    const bundle = await createBundle(sql, products, { nombre: 'Todo', precio: 19.99, oferta: 14.99 });
    await buy(db, await createUser(sql, { club: true }), { bundle });
    const sales = await salesOf(creator);
    expect(sales).toHaveLength(3);
    expect(sales.every(({ paquete }) => paquete === 'Todo')).toBe(true);
    expect(sum(sales, 'pagado_centimos')).toBe(1049);
    for (const sale of sales) {
      const lines = ['precio', 'oferta', 'club', 'cupon', 'recargo'].map((name) => Number(sale[`${name}_centimos`]));
      expect(lines.reduce((a, b) => a + b, 0)).toBe(sale.pagado_centimos);
    }
  });

  test('are filtered by product, state, discount and days, with matching totals', async () => {
    const creator = await createUser(sql);
    const [plain, cheap] = [
      await createProduct(sql, { usuario_id: creator }),
      await createProduct(sql, { usuario_id: creator, precio: 10, oferta: 5 }),
    ];
    const sold = [];
    for (const producto of [plain, cheap, plain, plain]) sold.push(await buy(db, await createUser(sql), { producto }));
    const [, , refunded, disputed] = sold;
    const cents = { p_motivo: 'No funciona', p_centimos: 400, p_clave: 'parcial-1' };
    const admin = await createUser(sql, { role: 'admin' });
    const asked = await db.callAs(admin, 'pedir_reembolso_parcial', { p_pago: refunded?.id, ...cents });
    const fact = { propio: String(asked.reembolso_id), referencia: 're_1', estado: 'hecho', centimos: 400 } as const;
    await reportReversals(db, refunded as OpenPayment, { reembolsos: [fact] });
    await openDispute(db, disputed as OpenPayment);
    const states = async (filter: Record<string, unknown>) =>
      (await salesOf(creator, filter)).map(({ estado, neto_centimos }) => [estado, neto_centimos]);
    expect(await states({})).toEqual([
      ['en_disputa', 0],
      ['reembolsada_en_parte', 120],
      ['retenida', 100],
      ['retenida', 200],
    ]);
    expect(await states({ p_producto: cheap })).toEqual([['retenida', 100]]);
    expect(await states({ p_estado: 'en_disputa' })).toEqual([['en_disputa', 0]]);
    expect(await states({ p_estado: 'reembolsada_en_parte' })).toEqual([['reembolsada_en_parte', 120]]);
    expect(await states({ p_estado: 'retenida' })).toHaveLength(2);
    expect(await states({ p_estado: 'reembolsada' })).toEqual([]);
    expect(await states({ p_descuento: 'oferta' })).toEqual([['retenida', 100]]);
    expect(await states({ p_descuento: 'ninguno' })).toHaveLength(3);
    expect(await states({ p_descuento: 'club' })).toEqual([]);
    const [{ today, yesterday } = {}] =
      await sql`select privado.hoy()::text as today, (privado.hoy() - 1)::text as yesterday`;
    expect(await states({ p_desde: today, p_hasta: today })).toHaveLength(4);
    expect(await states({ p_hasta: yesterday })).toEqual([]);
    for (const filter of [
      {},
      { p_producto: plain },
      { p_desde: today, p_hasta: today },
      { p_hasta: yesterday },
      { p_estado: 'retenida' },
      { p_estado: 'reembolsada_en_parte', p_producto: plain },
      { p_descuento: 'ninguno' },
    ]) {
      const sales = await salesOf(creator, filter);
      expect(await totalsOf(creator, filter)).toEqual({
        ok: true,
        ventas: sales.length,
        pagado_centimos: sum(sales, 'pagado_centimos'),
        parte_centimos: sum(sales, 'parte_centimos'),
        neto_centimos: sum(sales, 'neto_centimos'),
      });
    }
    expect((await totalsOf(creator)).neto_centimos).toBe(await ledgerOf(creator));
    const detail = await db.callAs(creator, 'mi_venta', { p_pedido: (await salesOf(creator))[1]?.pedido });
    expect(detail).toMatchObject({
      movimientos: [{ centimos: 200 }, { concepto: 'reembolso', centimos: -80 }],
      devoluciones: [{ motivo: 'No funciona' }],
    });
    await sql`update configuracion_global set dias_retencion = 0`;
    expect((await states({ p_producto: cheap }))[0]).toEqual(['disponible', 100]);
    await sql`update configuracion_global set dias_retencion = 14`;
    await buy(db, await createUser(sql, { club: true }), { producto: plain });
    expect(await states({ p_descuento: 'club' })).toEqual([['retenida', 140]]);
    expect(await states({ p_descuento: 'ninguno' })).toHaveLength(3);
  });
});

test.each([
  ['filtered first', ['retenida', null]],
  ['filtered second', [null, 'retenida']],
])('one connection totals filtered and unfiltered sales correctly, %s', async (_order, states) => {
  const creator = await createUser(sql);
  await buy(db, await createUser(sql), { producto: await createProduct(sql, { usuario_id: creator, precio: 10 }) });
  // The API reuses connections, and PostgreSQL their cached plans.
  const answers = await db.asUser(creator, async (connection) => {
    const [first] = await connection`select mis_ventas_totales(p_estado => ${states[0] ?? null}) as totals`;
    const [second] = await connection`select mis_ventas_totales(p_estado => ${states[1] ?? null}) as totals`;
    return [first?.totals, second?.totals];
  });
  const sums = { ok: true, ventas: 1, pagado_centimos: 1000, parte_centimos: 200, neto_centimos: 200 };
  expect(answers).toEqual([sums, sums]);
});

test('ten thousand sales are paginated without loss or repetition, and equal the balance to the cent', {
  tags: 'nightly',
  timeout: 60_000,
}, async () => {
  const creator = await createUser(sql);
  const buyer = await createUser(sql);
  const producto = await createProduct(sql, { usuario_id: creator });
  const sample = await buy(db, buyer, { producto });
  // Copies of a real sale, with other amounts, over 90 days.
  await sql`with nuevos as (
      insert into pagos (user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado, total_centimos,
        presupuesto, minecraft_name, clave, created_at, pagado_at, entregado_at)
      select p.user_id, p.destinatario_id, p.producto_id, p.metodo, p.proveedor, 'cs_copia_' || i, 'entregado', 100 + i,
        jsonb_set(p.presupuesto, '{lineas,0,centimos}', to_jsonb(100 + i)), p.minecraft_name, 'copia-venta-' || i,
        now() - make_interval(mins => i * 13), now(), now()
      from pagos p, generate_series(1, 9999) i where p.id = ${sample.id}
      returning id, total_centimos, created_at, user_id, producto_id
    ), pedidos as (
      insert into adquisiciones (user_id, producto_id, pago_id, precio_pagado, minecraft_name, created_at, origen, revocada_at)
      select user_id, producto_id, id, total_centimos / 100.0, 'Jugador_1', created_at, 'compra', now() from nuevos
      returning id, precio_pagado, created_at
    )
    insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id, created_at)
    select ${creator}, round(precio_pagado * 20)::integer, 'venta', 'venta:' || id, id, created_at from pedidos`;
  await sql`analyze movimientos_ingresos, adquisiciones, pagos`;
  const all: Sale[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await salesOf(creator, { p_limite: 1000, p_antes_at: last?.created_at, p_antes: last?.id });
    all.push(...page);
    if (page.length < 1000) break;
  }
  expect(all).toHaveLength(10_000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(10_000);
  const totals = await totalsOf(creator);
  expect(totals.ventas).toBe(10_000);
  expect(sum(all, 'neto_centimos')).toBe(totals.neto_centimos);
  expect(totals.neto_centimos).toBe(await ledgerOf(creator));
  const pagesOf = (call: string) => db.asUser(creator, (tx) => pagesRead(tx, call));
  // Each creator has some 500; a query that read all sales for each of them would read millions.
  for (const call of ['mis_ventas()', 'mis_ventas_totales()']) expect(await pagesOf(call), call).toBeLessThan(5_000);
});

test('a sale links to no archived product, which has no page', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { usuario_id: creator });
  await buy(db, buyer, { producto });
  const [row] = await sql`select slug from productos where id = ${producto}`;
  expect((await salesOf(creator))[0]?.slug).toBe(row?.slug);
  await db.callAs(creator, 'archivar_producto', { p_producto: producto, p_archivar: true });
  expect((await salesOf(creator))[0]).toMatchObject({ producto_id: producto, slug: null });
});

test('a dispute holds a share and releases it, without a refund or a second sale', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { usuario_id: creator, precio: 50 });
  const [sale, refunded] = [await buy(db, buyer, { producto }), await buy(db, await createUser(sql), { producto })];
  await openDispute(db, sale);
  const words = async () =>
    (
      await db.asUser(
        creator,
        (tx) => tx`select concepto, centimos from mis_movimientos(null, null) where producto is not null order by id`,
      )
    ).map(({ concepto, centimos }) => [concepto, centimos]);
  const sold = [
    ['venta', 1000],
    ['venta', 1000],
  ];
  expect(await words()).toEqual([...sold, ['disputa', -1000]]);
  await sql`update disputas set fase = 'ganada' where pago_id = ${sale.id}`;
  await sql`select privado.recomponer_pago(p) from pagos p where id = ${sale.id}`;
  expect(await words()).toEqual([...sold, ['disputa', -1000], ['disputa_ganada', 1000]]);
  await refundAll(db, refunded);
  expect((await words()).at(-1)).toEqual(['reembolso', -1000]);
  const orders = await sql`select id from adquisiciones where pago_id = ${sale.id}`;
  expect(await db.callAs(creator, 'mi_venta', { p_pedido: orders[0]?.id })).toMatchObject({
    movimientos: [{ concepto: 'venta' }, { concepto: 'disputa' }, { concepto: 'disputa_ganada' }],
  });
});

test('money held by a dispute is apart from an earlier partial refund', async () => {
  const [creator, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const payment = await buy(db, await createUser(sql), { producto: await createProduct(sql, { usuario_id: creator }) });
  const asked = await db.callAs(admin, 'pedir_reembolso_parcial', {
    p_pago: payment.id,
    p_motivo: 'No funciona',
    p_centimos: 400,
    p_clave: 'parcial-2',
  });
  const fact = { propio: String(asked.reembolso_id), referencia: 're_2', estado: 'hecho', centimos: 400 } as const;
  await reportReversals(db, payment, { reembolsos: [fact] });
  const dispute = await openDispute(db, payment);
  const amounts = { parte_centimos: 200, neto_centimos: 0, disputa_centimos: -120 };
  expect(await salesOf(creator)).toMatchObject([{ estado: 'en_disputa', ...amounts }]);
  await winDispute(db, payment, dispute);
  expect(await salesOf(creator)).toMatchObject([{ neto_centimos: 120, disputa_centimos: 0 }]);
});

test('a creator coupon is a separate line of a sale', async () => {
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { usuario_id: creator, precio: 7.5 });
  await createOwnCoupon(db, creator, producto, { p_codigo: 'menos' });
  await buy(db, buyer, { producto, cupon: 'MENOS' });
  const [sale] = await salesOf(creator);
  expect(sale).toMatchObject({ pagado_centimos: 675, parte_entera_centimos: 150, parte_centimos: 75, porcentaje: 20 });
});
