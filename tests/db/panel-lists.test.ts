import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listFiles } from '@/components/admin/lists';
import { buy, createProduct, createUser, openPayment, refundAll } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const admin = await createUser(sql, { role: 'admin' });

type Row = { id: string | number; momento: string; clave: string | number; datos: Record<string, unknown> };
type Filters = Record<string, unknown>;
const list = async (p_lista: string, filters: Filters = {}): Promise<Row[]> => {
  const answer = await db.callAs(admin, 'admin_listar', { p_lista, p_filtros: sql.json(filters as never) });
  expect(answer).toMatchObject({ ok: true });
  return answer.filas as Row[];
};
const ids = async (p_lista: string, filters: Filters = {}) => (await list(p_lista, filters)).map(({ id }) => id);

/** Creates a creator with a product, its sale, a refund and related rows, whose amounts grow with `more`. */
async function createSale(more = 0) {
  const name = randomUUID().slice(0, 8);
  const [creator, buyer] = [
    await createUser(sql, { display_name: `Taller ${name}` }),
    await createUser(sql, { display_name: `Compradora ${name}` }),
  ];
  const product = await createProduct(sql, {
    usuario_id: creator,
    slug: `obra-${name}`,
    nombre: `Obra ${name}`,
    precio: 10 + more,
  });
  const { order, payment } = await buy(db, buyer, { producto: product }).then(async () => {
    const [row] = await sql`select id, pago_id from adquisiciones where user_id = ${buyer}`;
    return { order: String(row?.id), payment: String(row?.pago_id) };
  });
  const [withdrawal] = await sql`insert into withdrawals (usuario_id, paypal_email, amount, clave)
    values (${creator}, ${`${name}@paypal.example`}, ${7 + more}, ${randomUUID()}) returning id`;
  const [coupon] = await sql`insert into codigos_cupones (codigo, product_id, percent_discount)
    values (${`CUPON-${name}`}, ${product}, ${10 + more}) returning id`;
  const [charge] = await sql`with membership as (
      insert into suscripciones (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at)
      values (${buyer}, ${`sub_${name}`}, 'monthly', 'activa', now(), now() + interval '1 month', now(), now()) returning id)
    insert into cargos_club (user_id, suscripcion_id, factura_proveedor, plan, periodo_inicio, periodo_fin, centimos,
      iva_centimos, estado, visto_at)
    select ${buyer}, id, ${`in_${name}`}, 'monthly', now(), now() + interval '1 month', ${390 + more}, 68, 'fallido', now()
    from membership returning id`;
  const [event] = await sql`insert into eventos_proveedor (proveedor, evento_id, tipo, payload)
    values ('paypal', ${`WH-${name}`}, ${`TIPO.${name}`}, '{}') returning id`;
  return {
    name,
    creator,
    buyer,
    product,
    order,
    payment,
    withdrawal: String(withdrawal?.id),
    coupon: String(coupon?.id),
    charge: String(charge?.id),
    event: Number(event?.id),
  };
}

describe('the lists of the panel', () => {
  test('find rows by every kind of search', async () => {
    const sale = await createSale();
    await createSale();
    const [payment] = await sql`select referencia from pagos where id = ${sale.payment}`;
    const searches: Array<[lista: string, buscar: string, id: string | number]> = [
      ['usuarios', sale.buyer, sale.buyer],
      ['usuarios', `compradora ${sale.name}`, sale.buyer],
      ['productos', sale.product, sale.product],
      ['productos', sale.name, sale.product],
      ['pedidos', sale.order, sale.order],
      ['pedidos', `Compradora ${sale.name}`, sale.order],
      ['pedidos', `OBRA-${sale.name}`, sale.order],
      ['pagos', sale.payment, sale.payment],
      ['pagos', payment?.referencia, sale.payment],
      ['pagos', sale.name, sale.payment],
      ['retiros', `Taller ${sale.name}`, sale.withdrawal],
      ['retiros', `${sale.name}@PAYPAL.example`, sale.withdrawal],
      ['cupones', `cupon-${sale.name}`, sale.coupon],
      ['cupones', `OBRA-${sale.name}`, sale.coupon],
      ['cargos', `in_${sale.name}`, sale.charge],
      ['cargos', `Compradora ${sale.name}`, sale.charge],
      ['eventos', `WH-${sale.name}`, sale.event],
      ['eventos', `TIPO.${sale.name.slice(0, 6)}`, sale.event],
    ];
    for (const [lista, buscar, id] of searches)
      expect(await ids(lista, { buscar }), `${lista}: ${buscar}`).toEqual([id]);
    expect(await ids('pedidos', { buscar: '%' })).toEqual([]);
  });

  test('name goods in both languages, and find a product by either name', async () => {
    const { name, product, order, payment } = await createSale();
    await sql`update productos set nombre_en = ${`Work ${name}`} where id = ${product}`;
    const names = { nombre: `Obra ${name}`, nombre_en: `Work ${name}` };
    expect(await list('productos', { buscar: `work ${name}` })).toMatchObject([{ id: product, datos: names }]);
    expect(await list('pagos', { buscar: payment })).toMatchObject([{ datos: names }]);
    const [row] = await list('pedidos', { buscar: order });
    expect(row?.datos).toMatchObject({ producto: names.nombre, producto_en: names.nombre_en, edicion_en: null });
    const ofGoods = { producto: names.nombre, producto_en: names.nombre_en };
    expect(await list('cupones', { buscar: `cupon-${name}` })).toMatchObject([{ datos: ofGoods }]);
    await sql`insert into codigos_canjes (codigo, id_producto) values (${`LOTE-${name}`}, ${product})`;
    expect(await list('codigos', { buscar: `lote-${name}` })).toMatchObject([
      { datos: { ...ofGoods, edicion_en: null } },
    ]);
    // Coins are no euros.
    await sql`update pagos set proveedor = 'uncoins' where id = ${payment}`;
    expect((await list('pedidos', { buscar: order }))[0]?.datos).toMatchObject({ proveedor: 'uncoins' });
  });

  test('respect their filter', async () => {
    const { name, order, withdrawal, coupon, charge, event } = await createSale();
    const filters: Array<[lista: string, buscar: string, kept: string, dropped: string, id: string | number]> = [
      ['pedidos', `Compradora ${name}`, 'compra', 'codigo', order],
      ['retiros', `Taller ${name}`, 'solicitado', 'pagado', withdrawal],
      ['cupones', `CUPON-${name}`, 'vigente', 'caducado', coupon],
      ['cargos', `in_${name}`, 'fallido', 'pagado', charge],
      ['eventos', `WH-${name}`, 'pendiente', 'stripe', event],
      ['eventos', `WH-${name}`, 'paypal', 'stripe', event],
    ];
    for (const [lista, buscar, kept, dropped, id] of filters) {
      expect(await ids(lista, { buscar, filtro: kept })).toEqual([id]);
      expect(await ids(lista, { buscar, filtro: dropped })).toEqual([]);
    }
  });

  test('are paginated in both directions, even with equal times', async () => {
    const product = await createProduct(sql);
    const [row] = await sql`select slug from productos where id = ${product}`;
    await db.callAs(admin, 'admin_generar_codigos', { p_producto: product, p_edicion: null, p_cuantos: 25 });
    for (const ascendente of [false, true]) {
      const seen: Row[] = [];
      for (let last: Row | undefined; seen.length < 25; last = seen.at(-1)) {
        const page = await list('codigos', {
          buscar: row?.slug,
          ascendente,
          limite: 10,
          ...(last ? { clave: last.clave, id: last.id } : {}),
        });
        expect(page.length).toBeGreaterThan(0);
        seen.push(...page);
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(25);
    }
    expect(await ids('codigos', { buscar: row?.slug, filtro: 'canjeado' })).toEqual([]);
  });

  test('are sorted by their columns, page by page', { tags: 'nightly' }, async () => {
    const columns = listFiles.flatMap(({ source, orders = [] }) =>
      ['', ...orders].map((orden) => ({ lista: source, orden })),
    );
    expect(columns.length).toBeGreaterThan(10);
    // More than a page of each list.
    for (let n = 0; n < 8; n++) {
      // Two of the amounts occur twice.
      const { name, product, buyer } = await createSale(n % 6);
      await sql`insert into codigos_cupones (codigo, product_id, descuento_centimos, caduca_at)
        values (${`EURO-${name}`}, ${product}, 100, now() + interval '1 day')`;
      await sql`insert into codigos_canjes (codigo, id_producto) values (${`CODIGO-${name}`}, ${product})`;
      await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo)
        values ('producto', ${product}, ${buyer}, 'otro')`;
    }
    for (const { lista, orden } of columns) {
      const rising = await ids(lista, { orden, ascendente: true, limite: 1000 });
      for (const ascendente of [true, false]) {
        const whole = await ids(lista, { orden, ascendente, limite: 1000 });
        expect(whole, `${lista} ${orden}`).toEqual(ascendente ? rising : rising.toReversed());
        const seen: Array<string | number> = [];
        let last: Row | undefined;
        do {
          const cursor = last ? { clave: String(last.clave), id: last.id } : {};
          const page = await list(lista, { orden, ascendente, limite: 7, ...cursor });
          seen.push(...page.map(({ id }) => id));
          last = page.length === 7 ? page.at(-1) : undefined;
        } while (last);
        expect(seen, `${lista} ${orden}`).toEqual(whole);
      }
    }
    const prices = (await list('productos', { orden: 'precio', ascendente: true, limite: 1000 })).map(({ datos }) =>
      Number(datos.precio),
    );
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    const asked = { p_lista: 'productos', p_filtros: sql.json({ orden: 'id; drop table pagos' }) };
    expect(await db.callAs(admin, 'admin_listar', asked)).toEqual({ ok: false, error: 'datos_no_validos' });
  });

  test('are sorted by newest or oldest first', async () => {
    const [first, second] = [await createSale(), await createSale()];
    const positions = async (ascendente: boolean) => {
      const found = await ids('pagos', { ascendente, limite: 1000 });
      return [found.indexOf(first.payment), found.indexOf(second.payment)];
    };
    const [older, newer] = await positions(false);
    expect(Number(newer)).toBeLessThan(Number(older));
    const [earlier, later] = await positions(true);
    expect(Number(earlier)).toBeLessThan(Number(later));
  });

  test.each([
    [{ clave: 'ayer', id: randomUUID() }],
    [{ clave: '2026-01-01', id: 'x' }],
    [{ limite: 'muchos' }],
    [{ ascendente: 'quizá' }],
  ])('refuse %j', async (filters) => {
    expect(await db.callAs(admin, 'admin_listar', { p_lista: 'pagos', p_filtros: sql.json(filters as never) })).toEqual(
      { ok: false, error: 'datos_no_validos' },
    );
  });

  test.each(["'; drop table pagos; --", '%_\\', '{"a":1}', '00000000-0000-4000-8000-00000000000g'])(
    'treat %j as search text',
    async (buscar) => {
      for (const { source } of listFiles) {
        expect(await list(source, { buscar })).toEqual([]);
      }
    },
  );

  test('give access to no other tables', async () => {
    const asked = { p_lista: 'correos', p_filtros: sql.json({}) };
    expect(await db.callAs(admin, 'admin_listar', asked)).toEqual({ ok: false, error: 'no_existe' });
  });
});

test('the figures cover the requested days', async () => {
  const summary = async (p_dias: number) =>
    (await db.callAs(admin, 'admin_resumen', { p_dias })) as unknown as {
      socios: number;
      metodos: Array<{ metodo: string; pagos: number; total: number }>;
      dias: Array<Record<'ventas' | 'devoluciones' | 'pedidos' | 'nuevos' | 'altas', number>>;
    };
  const sums = async () => {
    const { dias, metodos, socios } = await summary(7);
    const sum = (key: keyof (typeof dias)[number]) => dias.reduce((total, day) => total + day[key], 0);
    const card = metodos.find(({ metodo }) => metodo === 'tarjeta');
    return {
      sales: sum('ventas'),
      refunds: sum('devoluciones'),
      orders: sum('pedidos'),
      people: sum('nuevos'),
      members: socios,
      card: card?.total ?? 0,
    };
  };
  expect((await summary(30)).dias).toHaveLength(30);
  const before = await sums();
  const buyer = await createUser(sql, { club: true });
  const product = await createProduct(sql, { precio: 8 });
  const sold = await buy(db, buyer, { producto: product });
  expect(sold.cents).toBeGreaterThan(0);
  const after = await sums();
  expect(after).toMatchObject({
    sales: before.sales + sold.cents,
    card: before.card + sold.cents,
    orders: before.orders + 1,
    members: before.members + 1,
  });
  expect(after.people).toBeGreaterThanOrEqual(before.people + 2);
  await refundAll(db, sold);
  expect((await sums()).refunds).toBe(before.refunds + sold.cents);
  // What was never delivered has no credit note: its refund counts once it is done.
  const undelivered = await openPayment(db, await createUser(sql), { producto: product });
  const [asked] = await sql`insert into reembolsos (pago_id, estado, centimos, motivo, hecho_at)
    values (${undelivered.id}, 'pedido', 300, 'Sin entregar', now()) returning id`;
  expect((await sums()).refunds).toBe(before.refunds + sold.cents);
  await sql`update reembolsos set estado = 'hecho' where id = ${asked?.id}`;
  expect((await sums()).refunds).toBe(before.refunds + sold.cents + 300);
  await sql`update pagos set pagado_at = now() - interval '8 days' where id = ${sold.id}`;
  expect((await sums()).sales).toBe(before.sales);

  // Days that are over are counted once, and are the same afterwards.
  await sql`update pagos set pagado_at = now() - interval '4 days' where id = ${sold.id}`;
  const open = await summary(90);
  expect(open.dias).toHaveLength(90);
  const close = async () => (await db.callService<number>('cerrar_dias')) as number;
  expect([await close(), await close()]).toEqual([89, 0]);
  expect(await summary(90)).toEqual(open);
  await buy(db, await createUser(sql), { producto: product });
  expect((await sums()).orders).toBe(before.orders + 2);
});

test('a refund and a closed case are in the log of their payment', async () => {
  const { payment } = await createSale();
  expect(await db.callAs(admin, 'pedir_reembolso', { p_pago: payment, p_motivo: 'No era lo que pidió' })).toMatchObject(
    {
      ok: true,
    },
  );
  const [problem] = await sql`insert into casos_admin (tipo, clave, pago_id)
    values ('sin_aclarar', ${randomUUID()}, ${payment}) returning id`;
  await db.callAs(admin, 'resolver_caso', { p_caso: problem?.id, p_nota: 'Devuelto a mano' });
  expect(await db.callAs(admin, 'admin_actos', { p_tipo: 'pago', p_id: payment })).toMatchObject({
    actos: [
      { accion: 'resolver_caso', motivo: 'Devuelto a mano' },
      { accion: 'pedir_reembolso', motivo: 'No era lo que pidió' },
    ],
  });
});

test('a stopped coupon is not valid, and a withdrawal tells whether its creator is suspended, disabled or deleted', async () => {
  const { name, coupon, withdrawal } = await createSale();
  await sql`update codigos_cupones set parado_at = now() where id = ${coupon}`;
  expect(await ids('cupones', { buscar: `CUPON-${name}`, filtro: 'vigente' })).toEqual([]);
  expect(await ids('cupones', { buscar: `CUPON-${name}`, filtro: 'caducado' })).toEqual([coupon]);
  const isSanctioned = async () => (await list('retiros', { buscar: withdrawal }))[0]?.datos.sancionado;
  expect(await isSanctioned()).toBe(false);
  const [row] = await sql`select usuario_id from withdrawals where id = ${withdrawal}`;
  for (const state of [
    { banned_until: '2999-01-01', reputacion: 'buena', borrada_at: null },
    { banned_until: null, reputacion: 'deshabilitado', borrada_at: null },
    { banned_until: null, reputacion: 'buena', borrada_at: '2026-01-01' },
  ]) {
    await sql`update usuarios_meta set ${sql(state)} where id = ${row?.usuario_id}`;
    expect(await isSanctioned(), JSON.stringify(state)).toBe(true);
  }
});
