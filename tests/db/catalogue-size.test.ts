/** @module-tag nightly */
import { beforeAll, describe, expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { pagesRead, scannedBy } from './scans.ts';

const db = await openDatabase();
const { sql } = db;

/** A catalogue of 100,000 products, 95 of 100 on sale, whose names are made of some 6,000 words; no DLC costs over 40 €. */
beforeAll(async () => {
  const creators = await Promise.all(Array.from({ length: 200 }, () => createUser(sql)));
  await sql.begin(async (tx) => {
    // Price rows and words are created in bulk below: row triggers would take most of this test's time.
    await tx.unsafe('alter table productos disable trigger user');
    await tx.unsafe(`
      with palabras as (
        select array_agg(substr(md5(n::text), 1, 3 + n % 6) || (array['or', 'an', 'us', 'ia', 'el'])[1 + n % 5] order by n) as p
        from generate_series(0, 5999) n
      )
      insert into productos (nombre, slug, precio, portada_url, category, status, visitas, usuario_id, created_at, destacado, generos,
        compatibles, acerca_de)
      select p[1 + n % 50] || ' ' || p[1 + (n * 7) % 6000] || ' ' || p[1 + (n * 131) % 6000], 'p-' || n,
        case when n % 50 <> 1 and (n / 3) % 3 = 2 then 1 + n % 40 else 1 + n % 90 end, '/media/portadas/p.webp',
        case when n % 50 = 1 then 'evento' else (array['plugin', 'serie', 'dlc'])[1 + (n / 3) % 3] end,
        case when n % 20 = 0 then 'pending' else 'approved' end, (n * 7919) % 50000,
        (array['${creators.join("', '")}'])[1 + n % 200]::uuid, now() - n * interval '10 minutes', n % 1000 = 1,
        array[(array['RPG', 'Magia', 'Terror', 'Economía'])[1 + n % 4]], array['1.' || n % 22],
        'Con ' || p[1 + (n * 17) % 6000] || 'ado'
      from generate_series(1, 100000) n, palabras`);
    await tx.unsafe('alter table productos enable trigger user');
  });
  const superuser = db.openAdmin();
  // Indexes that are built at the end take a fraction of the time.
  await superuser.begin(async (begun) => {
    // The package types a transaction without its call signature.
    const tx = begun as unknown as Sql;
    const indexes =
      await tx`select indexname, indexdef from pg_indexes where indexname ~ '^(fichas|textos)_busqueda_nivel'`;
    for (const { indexname } of indexes) await tx.unsafe(`drop index ${indexname}`);
    await tx`select privado.rehacer_fichas()`;
    for (const { indexdef } of indexes) await tx.unsafe(indexdef);
  });
  await sql`analyze`;
}, 300_000);

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The plan of a query as a visitor runs it through the API. */
async function explain(query: string): Promise<Plan[]> {
  const [row] = await db.asAnon((tx) => tx.unsafe(`explain (format json) ${query}`));
  return nodes(row?.['QUERY PLAN'][0].Plan);
}

const listed = `status = 'approved' and oculto = false`;
const queries: Array<[string, string, string]> = [
  ['trends', `select id from productos where ${listed} order by visitas desc, id limit 6`, 'productos_visitas_idx'],
  [
    'the newest',
    `select id from productos where ${listed} order by created_at desc, id limit 3`,
    'productos_recientes_idx',
  ],
  [
    'a category',
    `select id from productos where ${listed} and category = 'evento' order by created_at desc, id limit 25`,
    'productos_categoria_idx',
  ],
  [
    'a category far down',
    `select id from productos where ${listed} and category = 'evento' and created_at <= now() - interval '600 days'
    and (created_at < now() - interval '600 days' or id > '00000000-0000-4000-8000-000000000000')
    order by created_at desc, id limit 25`,
    'productos_categoria_idx',
  ],
  [
    'what the shop recommends',
    `select id from productos where ${listed} and destacado = true order by visitas desc limit 6`,
    'productos_destacados_idx',
  ],
  ['a product', `select id from productos where slug = 'p-777'`, 'productos_slug_key'],
  [
    'a creator',
    `select id from productos where status = 'approved' and usuario_id = (select id from usuarios_meta limit 1)
    order by created_at desc limit 25`,
    'productos_usuario_id_idx',
  ],
];

describe('with 100,000 products', () => {
  test.each(queries)('%s: is read by an index', async (_what, query, index) => {
    const plan = await explain(query);
    expect(plan.map((node) => node['Index Name']).filter(Boolean)).toContain(index);
    expect(plan.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'productos')).toEqual(
      [],
    );
    expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
  });

  test.each([0, 1, 2, 3, 4, 5])("cards of level %i are found by their level's index", async (level) => {
    const parts = [`indice @@ '''c4can'':* & ''$dlc'''::tsquery`, `replace(busqueda, ' ', '') like '%4canc8%'`];
    for (const condition of [...parts, parts.join(' or ')]) {
      await sql.begin(async (begun) => {
        // As above.
        const tx = begun as unknown as Sql;
        await tx`set local enable_seqscan = off`;
        const [row] = await tx.unsafe(`explain (format json) select producto_id from fichas_busqueda
          where nivel = ${level} and (${condition}) order by visitas desc, producto_id limit 1000`);
        const read = nodes(row?.['QUERY PLAN'][0].Plan).map((node) => node['Index Name']);
        expect(new Set(read.filter(Boolean)), condition).toEqual(new Set([`fichas_busqueda_nivel_${level}_idx`]));
      });
    }
  });

  // Words in half of all names cost no more than rare ones: pages of 8 kB, of more than 5,000 for the 100,000 cards.
  const frequent = ['c', 'c8', '1', 'c4can', 'us', 'rpg', 'persona', 'c4can 8', '1.2', 'c4cam', 'canc8'];
  test.each(frequent)('a search for %j reads few pages', async (text) => {
    const calls = [
      `sugerir_productos('${text}')`,
      `buscar_productos('${text}')`,
      `buscar_productos('${text}', p_categoria => 'dlc', p_precio_max => 20)`,
      `buscar_productos('${text}', p_orden => 'precio_desc')`,
      `buscar_productos('${text}', p_orden => 'nuevos', p_genero => 'Magia')`,
      ...['populares', 'vendidos', 'valorados', 'actualizados'].map(
        (order) => `buscar_productos('${text}', p_orden => '${order}')`,
      ),
      `contar_productos('${text}')`,
    ];
    for (const call of calls) expect(await pagesOf(call), call).toBeLessThan(12_000);
  });

  test('a frequent letter in a category, dearest first, reads few pages where other categories are dearer', async () => {
    const call = `buscar_productos('c', p_categoria => 'dlc', p_orden => 'precio_desc')`;
    expect(await pagesOf(call)).toBeLessThan(3_000);
  });

  const texts = ['c4can', 'c4can c81us', 'c4cam', 'xyzzyq', 'cfc', 'c8', 'eccb', 'con c4canado', 'c4can 1679orado'];
  test.each(texts)('a search for %j uses no sequential scan', async (text) => {
    expect(await readWhole((tx) => tx`select nombre from sugerir_productos(${text})`)).toEqual([]);
    expect(await readWhole((tx) => tx`select nombre from buscar_productos(${text})`)).toEqual([]);
    expect(await readWhole((tx) => tx`select count(*) from productos where acerca_de = ${text}`)).toEqual([
      'productos',
    ]);
  });

  const narrowed = [
    `p_gratis => true`,
    `p_club => true, p_categoria => 'dlc'`,
    `p_categoria => 'plugin', p_orden => 'precio_asc'`,
    `p_categoria => 'evento', p_precio_max => 5, p_orden => 'nuevos'`,
    `p_orden => 'precio_desc', p_genero => 'RPG'`,
    `p_genero => 'Magia', p_version => '1.21', p_orden => 'populares'`,
    `p_genero => 'Magia', p_version => '1.21', p_orden => 'valorados'`,
    ...['vendidos', 'valorados', 'actualizados'].flatMap((order) => [
      `p_orden => '${order}'`,
      `p_categoria => 'evento', p_orden => '${order}'`,
    ]),
    `p_texto => '1.21', p_categoria => 'serie'`,
    `p_texto => 'rpg', p_precio_max => 10`,
  ];
  test.each(narrowed)('the catalogue filtered by %s uses no sequential scan either', async (args) => {
    expect(await readWhole((tx) => tx.unsafe(`select nombre from buscar_productos(${args})`))).toEqual([]);
    const filters = args
      .split(', ')
      .filter((argument) => !argument.includes('p_orden'))
      .join(', ');
    expect(await readWhole((tx) => tx.unsafe(`select contar_productos(${filters})`))).toEqual([]);
    expect(await pagesOf(`buscar_productos(${args})`)).toBeLessThan(12_000);
  });

  const lists = [{}, { ascendente: true }, { buscar: 'c4can' }, { buscar: 'p-777' }, { filtro: 'pending' }];
  test.each(lists)('an admin’s list with %j uses no sequential scan and reads a small part', async (filters) => {
    const admin = await createUser(sql, { role: 'admin' });
    const asAdmin = (work: (transaction: Sql) => Promise<string[]>) => db.asUser(admin, work);
    const list = `admin_listar('productos', '${JSON.stringify(filters)}')`;
    expect(await readWhole((tx) => tx.unsafe(`select ${list}`), asAdmin)).toEqual([]);
    const [table] = await sql`select relpages from pg_class where oid = 'productos'::regclass`;
    expect(await db.asUser(admin, (tx) => pagesRead(tx, list))).toBeLessThan(table?.relpages / 2);
  });
});

/** Pages read by a visitor's call. */
const pagesOf = (call: string) => db.asAnon((tx) => pagesRead(tx, call));

/** Tables of products, cards and texts that the work reads by a sequential scan. */
const readWhole = (
  work: (transaction: Sql) => Promise<unknown>,
  runAs: (work: (transaction: Sql) => Promise<string[]>) => Promise<string[]> = db.asAnon,
) => runAs((tx) => scannedBy(tx, ['productos', 'fichas_busqueda', 'textos_busqueda'], work));
