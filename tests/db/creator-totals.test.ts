import { expect, test } from 'vitest';
import { buy, createProduct, createUser, deliver, openDispute, openPayment, refundAll } from './factories.ts';
import { openDatabase } from './harness.ts';

// Creators' figures are stored sums of rows that sales, refunds and views add. They are compared with their sources
// during concurrent changes.
const db = await openDatabase({ connections: 10 });
const { sql } = db;

type Row = { id: string; pedidos: number; ingresos_centimos: number; visitas_recientes: number };
type Page = { total: number; hallados: number; visitas: number; pedidos: number; productos: Row[]; dias: unknown[] };

const invariants = ['saldos_suman', 'cifras_de_productos_suman', 'cifras_de_creadores_suman'];
const broken = async () =>
  (await sql`select nombre, ejemplos from privado.invariantes(${invariants}) where cuenta > 0`).map((row) => ({
    ...row,
  }));
const fold = async () => [
  await db.callService('plegar_saldos'),
  await db.callService('plegar_cifras', { p_limite: 7 }),
];
const balanceOf = async (creator: string) => (await db.callAs(creator, 'mi_saldo')).total_centimos;
const ledgerOf = async (creator: string) =>
  (
    await sql`select coalesce(sum(centimos), 0)::integer as sum from movimientos_ingresos where usuario_id = ${creator}`
  )[0]?.sum;

const creators = await Promise.all([createUser(sql), createUser(sql)]);
const products = await Promise.all(
  creators.flatMap((creator) => [1, 2].map(() => createProduct(sql, { usuario_id: creator }))),
);
const buyers = await Promise.all(Array.from({ length: 6 }, () => createUser(sql)));

test('no cent or order is lost or counted twice, in any snapshot', async () => {
  let isOver = false;
  const seen: unknown[] = [];
  const watch = (async () => {
    while (!isOver) seen.push(...(await broken()));
  })();
  const folds = (async () => {
    while (!isOver) await Promise.all([fold(), fold()]);
  })();
  await Promise.all(
    buyers.map(async (buyer, n) => {
      for (const [at, producto] of products.entries()) {
        const payment = await openPayment(db, buyer, { producto });
        await Promise.all([deliver(db, payment), deliver(db, payment)]);
        await sql`insert into visitas_producto (producto_id, visitante, fuente)
            values (${producto}, ${buyer.replaceAll('-', '')}, ${n % 2 ? 'google.com' : null})`;
        if ((n + at) % 3 === 0) await Promise.all([openDispute(db, payment), refundAll(db, payment)]);
      }
    }),
  );
  isOver = true;
  await Promise.all([watch, folds]);
  expect(seen).toEqual([]);
  expect(await broken()).toEqual([]);
  for (const creator of creators) expect(await balanceOf(creator)).toBe(await ledgerOf(creator));
});

test('after consolidation there is one row per creator with equal sums', async () => {
  const [creator = ''] = creators;
  const look = () =>
    Promise.all([
      balanceOf(creator),
      db.callAs(creator, 'mi_panel', { p_dias: 7 }),
      db.callAs(creator, 'mis_fuentes', { p_dias: 7 }),
    ]);
  const before = await look();
  while ((await db.callService<number>('plegar_cifras', { p_limite: 1000 })) > 0);
  await db.callService('plegar_saldos');
  expect(await look()).toEqual(before);
  const kept =
    await sql`select count(*)::integer as rows, count(distinct usuario_id)::integer as creators from saldos_creadores`;
  expect(kept).toEqual([{ rows: 3, creators: 3 }]);
  expect(await sql`select 1 from cifras_productos where not plegada`).toHaveLength(0);
  expect(await sql`select 1 from cifras_productos group by producto_id, dia, fuente having count(*) > 1`).toHaveLength(
    0,
  );
  expect(await broken()).toEqual([]);
});

test('recounting changes nothing', async () => {
  const all = () => sql`select producto_id, dia, fuente, visitas, pedidos, centimos from cifras_productos
      order by producto_id, dia, fuente`;
  const before = await all();
  await sql`select privado.recontar_cifras()`;
  expect((await all()).filter((row) => row.visitas || row.pedidos || Number(row.centimos))).toEqual([...before]);
  expect(await broken()).toEqual([]);
});

/** Runs work while a fold is in progress, until it blocks or ends. */
async function during<T>(fold: string, begin: () => Promise<T>): Promise<{ begun: Promise<T> }> {
  return sql.begin(async (transaction) => {
    await transaction.unsafe(`select ${fold}()`);
    const begun = begin();
    await Promise.race([begun, db.waitForLock()]);
    return { begun };
  });
}

const visit = () => sql`insert into visitas_producto (producto_id, visitante)
  values (${products[0] ?? ''}, ${crypto.randomUUID().replaceAll('-', '')})`;

test('two concurrent consolidations leave one row per product and day', async () => {
  await visit();
  const { begun } = await during('plegar_cifras', async () => {
    await visit();
    await fold();
  });
  await begun;
  await fold();
  expect(await sql`select 1 from cifras_productos group by producto_id, dia, fuente having count(*) > 1`).toEqual([]);
  expect(await broken()).toEqual([]);
});

test.each(['plegar_saldos', 'plegar_cifras'])('a recount during %s counts once', async (folded) => {
  await buy(db, await createUser(sql), { producto: products[0] ?? '' });
  const { begun } = await during(folded, () => sql`select privado.recontar_cifras()`);
  await begun;
  expect(await broken()).toEqual([]);
});

// Pages of the panel.
const publisher = await createUser(sql);
const made: string[] = [];
for (const [n, nombre] of ['Árbol', 'beta', 'Ciudad', 'delta', 'Eco'].entries())
  made.push(
    await createProduct(sql, {
      usuario_id: publisher,
      nombre,
      visitas: [30, 10, 50, 20, 40][n],
      status: n === 3 ? 'pending' : 'approved',
    }),
  );
const [arbol = '', beta = '', ciudad = '', delta = '', eco = ''] = made;
for (const producto of [beta, beta, eco]) await buy(db, await createUser(sql), { producto });
const page = (asked: Record<string, unknown>) => db.callAs<Page>(publisher, 'mi_panel_pagina', { p_dias: 7, ...asked });

test.each([
  [{ p_orden: 'views' }, [ciudad, eco, arbol, delta, beta]],
  [{ p_orden: 'views', p_baja: false }, [beta, delta, arbol, eco, ciudad]],
  [{ p_orden: 'name', p_baja: false }, [arbol, beta, ciudad, delta, eco]],
  [{ p_orden: 'name' }, [eco, delta, ciudad, beta, arbol]],
  [{ p_orden: 'recentRevenueCents', p_limite: 2 }, [beta, eco]],
  [{ p_orden: 'orders', p_limite: 1, p_despues: 1 }, [eco]],
  [{ p_orden: 'views', p_estado: 'pending' }, [delta]],
])('the panel sorts and paginates products by %j', async (asked, expected) => {
  const found = await page(asked);
  expect(found.productos.map(({ id }) => id)).toEqual(expected);
  expect([found.total, found.visitas, found.pedidos]).toEqual([5, 150, 3]);
  expect(found.hallados).toBe('p_estado' in asked ? 1 : 5);
  expect(found.dias).toHaveLength(7);
});

test.each([
  [null, 30],
  [0, 1],
  [7, 7],
  [366, 365],
])('the figures of %j days begin so many days ago: %j', async (asked, days) => {
  const [row] = await sql`select privado.hoy() - privado.primer_dia(${asked}) + 1 as days`;
  expect(row?.days).toBe(days);
});

test('a hidden product is in no figure except the balance', async () => {
  await sql`update productos set archivado_at = now() where id = ${beta}`;
  const found = await page({});
  expect([found.total, found.visitas, found.pedidos]).toEqual([4, 140, 1]);
  const day = found.dias.at(-1) as { pedidos: number; ingresos_centimos: number };
  expect([day.pedidos, day.ingresos_centimos]).toEqual([1, await ledgerOf(publisher)]);
  await fold();
  expect(await page({})).toEqual(found);
});

test('a creator whose only product is archived has published', async () => {
  const creator = await createUser(sql);
  const read = () => db.callAs<Page>(creator, 'mi_panel_pagina', { p_dias: 7 });
  expect(await read()).toMatchObject({ total: 0, ha_publicado: false });
  const product = await createProduct(sql, { usuario_id: creator });
  await sql`update productos set archivado_at = now() where id = ${product}`;
  expect(await read()).toMatchObject({ total: 0, ha_publicado: true });
});

test('visits of a hidden product have no source', async () => {
  for (const [producto, fuente] of [
    [beta, 'google.com'],
    [eco, 'google.com'],
    [eco, 'google.com'],
    [beta, 'hidden.example'],
  ])
    await sql`insert into visitas_producto (producto_id, visitante, fuente)
      values (${producto ?? ''}, ${crypto.randomUUID().replaceAll('-', '')}, ${fuente ?? ''})`;
  const sources = () => db.callAs(publisher, 'mis_fuentes', { p_dias: 7 });
  const expected = { ok: true, total: 2, fuentes: [{ fuente: 'google.com', visitas: 2 }] };
  expect(await sources()).toEqual(expected);
  await fold();
  expect(await sources()).toEqual(expected);
});

type Figures = Record<
  'visitas' | 'pedidos' | 'visitas_recientes' | 'pedidos_recientes' | 'ingresos_recientes_centimos',
  number
>;

test('each column sorts the products by its figures, recent columns without older data', async () => {
  for (const [producto, views] of [
    [arbol, 3],
    [beta, 4],
    [eco, 1],
  ] as const)
    for (let n = 0; n < views; n += 1)
      await sql`insert into visitas_producto (producto_id, visitante, fuente)
        values (${producto}, ${crypto.randomUUID().replaceAll('-', '')}, ${n % 2 ? null : 'google.com'})`;
  for (let n = 0; n < 3; n += 1) {
    const { id } = await buy(db, await createUser(sql), { producto: ciudad });
    await sql`update adquisiciones set created_at = now() - interval '20 days' where pago_id = ${id}`;
  }
  const figures = (
    await db.callAs<{ productos: Array<Figures & { id: string }> }>(publisher, 'mi_panel', { p_dias: 7 })
  ).productos;
  expect(figures.find(({ id }) => id === ciudad)).toMatchObject({ pedidos: 3, pedidos_recientes: 0 });
  const columns: Record<string, (figures: Figures) => number> = {
    views: (figures) => figures.visitas,
    orders: (figures) => figures.pedidos,
    recentViews: (figures) => figures.visitas_recientes,
    recentOrders: (figures) => figures.pedidos_recientes,
    recentRevenueCents: (figures) => figures.ingresos_recientes_centimos,
    conversion: (figures) => (figures.visitas_recientes ? figures.pedidos_recientes / figures.visitas_recientes : -1),
  };
  for (const [p_orden, figureOf] of Object.entries(columns))
    for (const p_baja of [true, false]) {
      // The newest first where figures are the same, as they come.
      const expected = figures.toSorted((a, b) => (p_baja ? -1 : 1) * (figureOf(a) - figureOf(b))).map(({ id }) => id);
      const found = await page({ p_orden, p_baja });
      expect(
        found.productos.map(({ id }) => id),
        `${p_orden}, ${p_baja}`,
      ).toEqual(expected);
      expect(found.productos, p_orden).toEqual(expect.arrayContaining(figures));
      expect(found.pedidos).toBe(figures.reduce((sum, { pedidos }) => sum + pedidos, 0));
    }
});

// Search for recipients of a gift.
const me = await createUser(sql, { display_name: 'Quien regala' });
const anna = await createUser(sql, { display_name: 'Zanahoria', username: 'zan' });
const zan = await createUser(sql, { display_name: 'Zan', username: 'otra_zana' });
const inside = await createUser(sql, { display_name: 'Gran Zanja', username: 'gran_z' });
await createUser(sql, { display_name: 'Zanbaneado', banned_until: '2999-01-01' });
const find = async (p_texto: string) =>
  (await db.asUser(me, (tx) => tx`select id from buscar_destinatarios(${p_texto})`)).map(({ id }) => id);

test('exact names come first, then prefixes, then other matches', async () => {
  expect(await find('zan')).toEqual([anna, zan, inside]);
  expect(await find('ZANJ')).toEqual([inside]);
  expect(await find('za')).toEqual([zan, anna, inside].sort((a, b) => (a === inside ? 1 : b === inside ? -1 : 0)));
  expect(await find('quien')).toEqual([]);
  expect(await find('%')).toEqual([]);
  expect(await find('\\')).toEqual([]);
  expect(await find('')).toEqual([]);
});

test('of many matches five are offered', async () => {
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => createUser(sql, { display_name: `Yunque ${n}` })));
  expect(await find('yunque')).toHaveLength(5);
});

test('a username matches case-insensitively, and only as a whole', async () => {
  const named = async (p: string) =>
    (await db.asUser(me, (tx) => tx`select id from persona_llamada(${p})`)).map(({ id }) => id);
  expect(await named('OTRA_ZANA')).toEqual([zan]);
  expect(await named('otra%')).toEqual([]);
});
