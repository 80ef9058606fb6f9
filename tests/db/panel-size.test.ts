/** @module-tag nightly */
import { beforeAll, describe, expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { pagesRead, scannedBy } from './scans.ts';

const db = await openDatabase({ connections: 2 });
const { sql } = db;
const rowsOfAPage = 25;

/**
 * Pages of 8 kB that a list may read. An order also reads its payment. A search for orders also looks at who has a name
 * like it, and at what they have.
 */
const mostPages = (lista: string, { limite = rowsOfAPage, buscar }: Record<string, unknown>) =>
  (lista === 'pedidos' && buscar ? 2_800 : 800) + (lista === 'pedidos' ? 11 : 7) * Number(limite);
let admin: string;
const large = [
  'adquisiciones',
  'pagos',
  'usuarios_meta',
  'eventos_proveedor',
  'users',
  'personas_busqueda',
  'auditoria',
];

/** An id that names its table. Ordered ids are indexed in a fraction of the time of random ones. */
const idOf = (kind: number, n: string) => `('${kind}0000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const buyer = idOf(1, '1 + n % 100000');
const bought = idOf(2, '1 + (n * 7 + n / 100000) % 2000');
const moment = `now() - n * interval '63 seconds'`;

/** 100,000 people with five of 2,000 products each, got within a year: 500,000 orders, 150,000 of them paid. */
beforeAll(async () => {
  admin = await createUser(sql, { role: 'admin' });
  const creator = await createUser(sql);
  // Building an index afterwards takes a fraction of the time of maintaining it.
  const indexes = await sql`select schemaname, indexname, indexdef from pg_indexes
    where schemaname in ('public', 'auth') and tablename = any (${large}) and indexdef not like 'CREATE UNIQUE%'`;
  const superuser = db.openAdmin();
  // Autovacuum would keep the vacuum below from marking pages all-visible.
  for (const table of large.map((name) => (name === 'users' ? 'auth.users' : name)))
    await superuser.unsafe(`alter table ${table} set (autovacuum_enabled = false)`);
  await superuser.begin(async (tx) => {
    for (const { schemaname, indexname } of indexes) await tx.unsafe(`drop index ${schemaname}.${indexname}`);
    // Triggers and foreign keys would take most of the time, and are not measured here.
    await tx.unsafe(`set local session_replication_role = replica`);
    await tx.unsafe(`
      insert into auth.users (id, email, is_sso_user, is_anonymous)
        select ${idOf(1, 'n')}, 'cliente' || n || '@gmail.com', false, false from generate_series(1, 100000) n;
      insert into usuarios_meta (id, display_name, username, esqueleto, created_at, club, reputacion, banned_until, uncoins)
        select ${idOf(1, 'n')}, 'Cliente ' || n, 'cliente' || n, 'cliente' || n, now() - n * interval '5 minutes', n % 40 = 0,
          case when n % 50 = 1 then 'mala' else 'buena' end, case when n % 97 = 0 then now() + interval '10 days' end,
          (n * 7919) % 5000
        from generate_series(1, 100000) n;
      insert into personas_busqueda (id, texto) select u.id, privado.texto_persona(u.display_name, u.username, a.email)
        from usuarios_meta u join auth.users a using (id) on conflict do nothing;
      insert into auditoria (actor_id, accion, objeto_tipo, objeto_id, despues, created_at)
        select '${admin}', case when n % 5000 = 0 then 'vetar' else 'editar_producto' end,
          case when n % 5000 = 0 then 'usuario' else 'producto' end, (n % 2000)::text, '{"precio": 1}', ${moment}
        from generate_series(1, 150000) n;
      insert into productos (id, nombre, slug, precio, portada_url, category, status, visitas, usuario_id, created_at)
        select ${idOf(2, 'n')}, 'Producto ' || n, 'producto-' || n, 9.99, '/media/portadas/p.webp', 'plugin', 'approved', n,
          '${creator}', now() - n * interval '8 hours'
        from generate_series(1, 2000) n;
      insert into pagos (id, user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado,
          total_centimos, presupuesto, minecraft_name, clave, created_at, pagado_at, revertido_at)
        select ${idOf(3, 'n')}, ${buyer}, ${buyer}, ${bought}, case when n % 3 = 0 then 'paypal' else 'tarjeta' end,
          case when n % 3 = 0 then 'paypal' else 'stripe' end, 'cs_' || n, case when n % 20 = 7 then 'fallido' else 'entregado' end, 999,
          '{"nombre": "Producto"}', 'jugador_1', 'clave-de-' || n, ${moment}, ${moment},
          case when n % 50 = 0 then ${moment} + interval '1 day' end from generate_series(0, 149999) n;
      insert into adquisiciones (id, user_id, producto_id, pago_id, origen, precio_pagado, minecraft_name, created_at)
        select ${idOf(4, 'n')}, ${buyer}, ${bought}, case when n < 150000 then ${idOf(3, 'n')} end,
          case when n < 150000 then 'compra' else 'gratis' end, case when n < 150000 then 9.99 else 0 end, 'jugador_1', ${moment}
        from generate_series(0, 499999) n;
      insert into eventos_proveedor (proveedor, evento_id, tipo, payload, recibido_at, procesado_at)
        select 'stripe', 'evt_' || n, 'checkout.session.completed', '{}', now() - n * interval '5 minutes', now()
        from generate_series(1, 100000) n`);
    await tx.unsafe(`set local maintenance_work_mem = '512MB'`);
    for (const { indexdef } of indexes) await tx.unsafe(indexdef);
  });
  await sql`select cerrar_dias()`;
  await sql`vacuum analyze`;
}, 300_000);

const lastMonth = new Date(Date.now() - 40 * 86_400_000).toISOString();
const aPerson = '10000000-0000-4000-8000-000000000777';
const lists: Array<[what: string, lista: string, filters: Record<string, unknown>]> = [
  ['orders, the newest', 'pedidos', {}],
  ['orders, the oldest', 'pedidos', { ascendente: true }],
  ['orders far down', 'pedidos', { clave: lastMonth, id: aPerson }],
  ['orders of one origin', 'pedidos', { filtro: 'compra' }],
  ['orders of an origin that there is none of', 'pedidos', { filtro: 'codigo' }],
  ['orders of a person by name', 'pedidos', { buscar: 'cliente 777' }],
  ['orders of a person by e-mail', 'pedidos', { buscar: 'cliente777@gmail.com' }],
  ['orders of a product', 'pedidos', { buscar: 'producto-77' }],
  ['an order by id', 'pedidos', { buscar: aPerson }],
  ['a thousand orders for a file', 'pedidos', { limite: 1001 }],
  ['payments, the newest', 'pagos', {}],
  ['payments far down', 'pagos', { clave: lastMonth, id: aPerson }],
  ['payments in a state', 'pagos', { filtro: 'entregado' }],
  ['payments in a state that none is in', 'pagos', { filtro: 'en_disputa' }],
  ['a payment by reference', 'pagos', { buscar: 'cs_77777' }],
  ['payments of a person by name', 'pagos', { buscar: 'cliente 777' }],
  ['people, the newest', 'usuarios', {}],
  ['people by a part of the name', 'usuarios', { buscar: 'ente 777' }],
  ['people by e-mail', 'usuarios', { buscar: 'cliente777@gmail.com' }],
  ['people with a role', 'usuarios', { filtro: 'admin' }],
  ['people by a part of the mail', 'usuarios', { buscar: 'te777@gma' }],
  ['people by nobody’s name', 'usuarios', { buscar: 'zulema' }],
  ['people by name', 'usuarios', { orden: 'nombre', ascendente: true }],
  ['people by name, far down', 'usuarios', { orden: 'nombre', clave: 'cliente 5', id: aPerson }],
  ['people by reputation', 'usuarios', { orden: 'reputacion', ascendente: true }],
  ['people by coins', 'usuarios', { orden: 'uncoins' }],
  ['staff by name', 'usuarios', { filtro: 'admin', orden: 'nombre' }],
  ['people without a ban and a part of the name', 'usuarios', { vetado: 'no', buscar: 'ente 777', orden: 'uncoins' }],
  ['products by price', 'productos', { orden: 'precio' }],
  ['payments by amount', 'pagos', { orden: 'importe' }],
  ['payments in a state, by amount', 'pagos', { orden: 'importe', filtro: 'entregado' }],
  ['orders by price', 'pedidos', { orden: 'precio' }],
  ['the log, the newest', 'auditoria', {}],
  ['the log about a thing', 'auditoria', { buscar: '777' }],
  ['the log of an act that is rare', 'auditoria', { accion: 'vetar' }],
  ['the log about a kind that is rare', 'auditoria', { filtro: 'usuario', desde: '2020-01-01' }],
  ['the log of a day', 'auditoria', { desde: lastMonth.slice(0, 10), hasta: lastMonth.slice(0, 10) }],
  ['provider events, the newest', 'eventos', {}],
  ['provider events of a kind', 'eventos', { buscar: 'checkout' }],
  ['a provider event by id', 'eventos', { buscar: 'evt_777' }],
  ['provider events that wait', 'eventos', { filtro: 'pendiente' }],
  ['payment problems, the newest', 'fallos', {}],
  ['payment problems, the oldest', 'fallos', { ascendente: true }],
  ['payment problems far down', 'fallos', { clave: lastMonth, id: aPerson }],
  ['payments that failed', 'fallos', { filtro: 'pago' }],
  ['refunds that wait', 'fallos', { filtro: 'reembolso_espera' }],
  ['payment problems of a person', 'fallos', { buscar: 'cliente 777' }],
  ['a payment problem by reference', 'fallos', { buscar: 'cs_7' }],
];

/** The pages that a call by the admin reads. */
const pagesReadBy = (call: string, values: unknown[] = []): Promise<number> =>
  db.asUser(admin, (tx) => pagesRead(tx, call, values));

/** Which of the large tables are read from end to end by what the admin does. */
const readWhole = (work: (transaction: Sql) => Promise<unknown>) =>
  db.asUser(admin, (tx) => scannedBy(tx, large, work));

describe('with 500,000 orders and 100,000 people', () => {
  test.each(lists)('%s: reads an index, and only the shown rows', async (_what, lista, filters) => {
    const values = [lista, sql.json(filters as never)];
    const call = 'public.admin_listar($1, $2)';
    expect(await readWhole((tx) => tx.unsafe(`select ${call}`, values as never[]))).toEqual([]);
    expect(await pagesReadBy(call, values)).toBeLessThan(mostPages(lista, filters));
  });

  test.each([7, 30, 90])('the figures of %i days: read by indexes, and only those days', async (days) => {
    const call = `public.admin_resumen(${days})`;
    expect(await readWhole((tx) => tx.unsafe(`select ${call}`))).toEqual([]);
    expect(await pagesReadBy(call)).toBeLessThan(mostPages('resumen', {}));
  });

  test('a sequential scan is detected by these tests', async () => {
    expect(await readWhole((tx) => tx`select count(*) from adquisiciones where revocada_motivo = 'x'`)).toEqual([
      'adquisiciones',
    ]);
    expect(await pagesReadBy('(select count(x.revocada_motivo) from adquisiciones x) counted')).toBeGreaterThan(
      mostPages('pedidos', {}),
    );
  });

  // Many of the people have these: the search stops where it has enough of them, so that the beginning of a scan is
  // right, and each of the 1,001 that are counted is looked up.
  const common = [
    { buscar: 'gmail' },
    { buscar: 'cliente', orden: 'nombre', ascendente: true },
    { buscar: 'c', orden: 'uncoins' },
    { buscar: 'gmail', vetado: 'no', orden: 'reputacion' },
  ];
  test.each(common)('people with %j: reads only enough candidates', async (filters) => {
    const values = ['usuarios', sql.json(filters as never)];
    expect(await pagesReadBy('public.admin_listar($1, $2)', values)).toBeLessThan(8_000);
  });

  test.each([
    { vetado: 'si', club: 'si', reputacion: 'mala' },
    { buscar: 'gmail', vetado: 'si', club: 'si', orden: 'nombre' },
  ])('a few matches among many are found first: %j', async (filters) => {
    const values = ['usuarios', sql.json(filters as never)];
    expect(await pagesReadBy('public.admin_listar($1, $2)', values)).toBeLessThan(10_000);
  });
});
