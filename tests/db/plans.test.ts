/** @module-tag nightly */
import { beforeAll, expect, test } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { pagesRead, scannedBy } from './scans.ts';

// Interactive queries must use indexes: a sequential scan is fast here and takes a second at a million rows. One
// connection, so that cached plans are reused.
const db = await openDatabase({ connections: 1 });
const { sql } = db;
const many = 20_000;
const tables = [
  'usuarios_meta',
  'productos',
  'historial_precios',
  'movimientos_ingresos',
  'adquisiciones',
  'pagos',
  'cifras_productos',
  'follows',
  'visitas_producto',
  'favoritos',
  'licencias',
  'licencias_producto',
  'activaciones_licencia',
  'sucesos_licencia',
  'ordenes_servidor',
];
const people = { seller: '', small: '', person: '', admin: '' };
let offered = '';

beforeAll(async () => {
  people.seller = await createUser(sql);
  people.small = await createUser(sql);
  people.person = await createUser(sql);
  people.admin = await createUser(sql, { role: 'admin' });
  for (let n = 0; n < 3; n++) await createProduct(sql, { usuario_id: people.small });
  offered = await createProduct(sql, { precio: 10, oferta: 5 });
  const id = (kind: string) => `md5('${kind}' || n)::uuid`;
  const superuser = db.openAdmin();
  await superuser.begin(async (tx) => {
    await tx.unsafe(`set local session_replication_role = replica;
      insert into usuarios_meta (id, display_name, username, esqueleto)
        select ${id('persona')}, 'Persona ' || n, 'persona_' || n, 'persona ' || n from generate_series(1, ${many}) n;
      insert into productos (id, nombre, slug, precio, portada_url, category, status, usuario_id)
        select ${id('producto')}, 'Producto ' || n, 'de-muchos-' || n, 9, '/media/portadas/p.webp', 'plugin', 'approved',
          case when n % 3 = 0 then '${people.seller}'::uuid else ${id('persona')} end from generate_series(1, ${many}) n;
      insert into historial_precios (producto_id, precio) select ${id('producto')}, 9 from generate_series(1, ${many}) n;
      insert into pagos (id, user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado, total_centimos,
          presupuesto, clave, created_at)
        select ${id('pago')}, ${id('persona')}, ${id('persona')}, md5('producto' || n / 3 * 3)::uuid, 'tarjeta', 'stripe', 'cs_' || n,
          'entregado', 900, '{}', 'clave-de-' || n, now() - n * interval '10 minutes' from generate_series(3, ${many}) n;
      insert into adquisiciones (id, user_id, producto_id, pago_id, precio_pagado, created_at, minecraft_name)
        select ${id('pedido')}, ${id('persona')}, md5('producto' || n / 3 * 3)::uuid, ${id('pago')}, 9, now() - n * interval '10 minutes',
          'jugador_' || n
        from generate_series(3, ${many}) n;
      insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id, created_at)
        select '${people.seller}', 600, 'venta', 'venta:' || ${id('pedido')}, ${id('pedido')}, now() - n * interval '10 minutes'
        from generate_series(3, ${many}) n;
      insert into licencias_producto select ${id('producto')}, true, 2 from generate_series(1, ${many}) n;
      insert into licencias (id, adquisicion_id, clave) select ${id('licencia')}, ${id('pedido')}, 'CLAVE-' || n from generate_series(3, ${many}) n;
      insert into activaciones_licencia (licencia_id, nombre) select ${id('licencia')}, 'uno' from generate_series(3, ${many}) n;
      insert into servidores (id, usuario_id, nombre, tipo, identidad, prefijo, clave_hash, clave_final)
        select ${id('servidor')}, '${people.seller}', 'Survival', 'azlink', 'online', '', privado.hash_de_clave('clave-' || n), '0000'
        from generate_series(1, 20) n;
      insert into sucesos_licencia (id, adquisicion_id, evento, numero) overriding system value
        select n, ${id('pedido')}, 'concedida', 1 from generate_series(3, ${many}) n;
      insert into ordenes_servidor (id, suceso_id, adquisicion_id, servidor_id, accion_id, posicion, jugador, orden,
          necesita_jugador, estado, terminada_at) overriding system value
        select n, n, ${id('pedido')}, md5('servidor' || 1 + n % 2)::uuid, gen_random_uuid(), 0, 'jugador_' || n, 'say hola',
          n % 500 > 0, case when n % 4 < 2 then 'esperando' else 'hecha' end, case when n % 4 > 1 then now() end
        from generate_series(3, ${many}) n;
      insert into visitas_producto (producto_id, dia, visitante)
        select ${id('producto')}, privado.hoy() - n % 90, md5(n::text) from generate_series(1, ${many}) n;
      insert into follows (follower_id, following_id, created_at)
        select ${id('persona')}, '${people.seller}', now() - n * interval '1 minute' from generate_series(1, ${many}) n;
      insert into favoritos (user_id, producto_id) select ${id('persona')}, ${id('producto')} from generate_series(1, ${many}) n;
      insert into favoritos (user_id, producto_id) select '${people.person}', ${id('producto')} from generate_series(1, 2000) n`);
    await tx.unsafe('select privado.recontar_cifras()');
    await tx.unsafe('select cerrar_dias()');
  });
  await sql`vacuum analyze`;
}, 120_000);

/** The tables that this reads from end to end. */
const readWhole = (user: string, work: (transaction: Sql) => Promise<unknown>) =>
  db.asUser(user, (tx) => scannedBy(tx, tables, work));

const asked: Array<[what: string, who: keyof typeof people, text: string]> = [
  ['whom to give to, by the beginning of a name', 'person', `select * from buscar_destinatarios('persona 77')`],
  ['by one letter', 'person', `select * from buscar_destinatarios('p')`],
  ['by two letters that nobody has', 'person', `select * from buscar_destinatarios('zq')`],
  ['by a part that one has', 'person', `select * from buscar_destinatarios('ona 13456')`],
  ['by the exact username', 'person', `select * from persona_llamada('PERSONA_777')`],
  ['a balance', 'seller', 'select mi_saldo()'],
  ['the panel for admins', 'admin', 'select admin_resumen(30)'],
  ['who somebody is, who has saved a tenth of all products', 'person', 'select quien_soy()'],
  ['a page of own products for the API', 'seller', 'select privado.api_productos(null, null, 26)'],
  ['whether a player owns a product', 'seller', `select privado.api_jugador(md5('producto777')::uuid, 'Jugador_777')`],
  ['the licence key of an order', 'person', `select mi_licencia(md5('pedido777')::uuid)`],
  ['a library', 'person', 'select mi_biblioteca(null, null, 21)'],
  ['where visitors came from', 'small', 'select mis_fuentes(30)'],
  ['where sales came from', 'small', 'select mis_procedencias()'],
  [
    'a part of the sitemap',
    'person',
    `select mapa_de_productos('40000000-0000-0000-0000-000000000000', '41000000-0000-0000-0000-000000000000')`,
  ],
];

test.each(asked)('%s uses an index', async (_what, who, text) => {
  expect(await readWhole(people[who], (tx) => tx.unsafe(text))).toEqual([]);
});

test('the check of a licence key uses an index', async () => {
  for (const action of ['validar', 'activar']) {
    const ask = `select licencia_v1('${action}', 'clave777', md5('producto777')::uuid, 'uno') as answer`;
    let answer: unknown;
    const read = await db.asAnon((tx) =>
      scannedBy(tx, tables, async (transaction) => {
        answer = (await transaction.unsafe(ask))[0]?.answer;
      }),
    );
    expect([answer, read]).toEqual([expect.objectContaining({ valida: true, activada: true }), []]);
  }
});

test('the queue of a server uses an index, and its cost does not grow with commands of absent players', async () => {
  const fetch = (tx: Sql) => {
    const players = Array.from({ length: 40 }, (_, n) => ({ name: `jugador_${10_001 + n * 4}` }));
    return pagesRead(tx, `recoger_ordenes('clave-2', 'azlink', $1)`, [{ jugadores: players }]);
  };
  let pages = 0;
  const read = await db.asService((tx) =>
    scannedBy(tx, tables, async (transaction) => {
      pages = await fetch(transaction);
    }),
  );
  expect(read).toEqual([]);
  expect(pages).toBeLessThan(400);
  for (const state of ['hecha', 'fallida', 'esperando_jugador', null]) {
    expect(await readWhole(people.seller, (tx) => tx.unsafe('select mi_cola(null, $1)', [state]))).toEqual([]);
  }
});

test('prices and quotes of a product use an index', async () => {
  expect(
    await readWhole(people.person, async (tx) => {
      for (let n = 0; n < 8; n++) {
        await tx.unsafe('select * from precios_minimos($1)', [offered]);
        await tx.unsafe('select cotizar_compra($1)', [offered]);
      }
    }),
  ).toEqual([]);
  // A scan of a whole index is no sequential scan.
  expect(await db.asUser(people.person, (tx) => pagesRead(tx, 'cotizar_compra($1)', [offered]))).toBeLessThan(100);
});

test('the panel of a small creator reads few pages, even after a large one on the same connection', async () => {
  const panel = 'mi_panel_pagina($1)';
  for (let n = 0; n < 7; n++) await db.asUser(people.seller, (tx) => tx.unsafe(`select ${panel}`, [30]));
  expect(await readWhole(people.small, (tx) => tx.unsafe(`select ${panel}`, [30]))).toEqual([]);
  expect(await db.asUser(people.small, (tx) => pagesRead(tx, panel, [30]))).toBeLessThan(1_500);
});

test('a sequential scan is detected by these tests', async () => {
  expect(await readWhole(people.person, (tx) => tx`select count(*) from follows where created_at::text = ''`)).toEqual([
    'follows',
  ]);
});

test('functions of policies are planned once per connection on every version of PostgreSQL', async () => {
  const planned = await sql`
    select distinct p.proname as name from pg_depend d
      join pg_proc p on p.oid = d.refobjid and d.refclassid = 'pg_proc'::regclass
      join pg_language l on l.oid = p.prolang
    where d.classid = 'pg_policy'::regclass and p.pronamespace::regnamespace::text in ('public', 'privado') and l.lanname <> 'plpgsql'`;
  expect(planned.map(({ name }) => name)).toEqual([]);
});
