import { expect, test } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 2 });
const { sql } = db;
const maker = await createUser(sql, { display_name: 'Estudio Lumbre', username: 'lumbre' });

const names = (text: string, args = '') =>
  db.asAnon(async (tx) =>
    (await tx.unsafe(`select nombre from buscar_productos($1${args})`, [text])).map(({ nombre }) => nombre),
  );
const creators = (text: string) =>
  db.asAnon(async (tx) =>
    (await tx`select display_name from sugerir_creadores(${text})`).map((row) => row.display_name),
  );
const meant = (text: string) => db.callAnon<string | null>('quiso_decir', { p_texto: text });

const titan = await createProduct(sql, {
  nombre: 'Titán',
  usuario_id: maker,
  visitas: 900,
  acerca_de: 'Quita el lag de tu servidor.',
  descripcion:
    '<p>Un <b>optimizador</b> de entidades &amp; memoria para <a href="https://ejemplo.test/enlacesecreto">todos</a>.</p>',
  acerca_de_en: 'Kills lag.',
});
await createProduct(sql, { nombre: 'Lagunas', usuario_id: maker, visitas: 1, category: 'dlc' });
await createProduct(sql, { nombre: 'Aldea', nombre_en: 'Village of Flags', usuario_id: maker, visitas: 2 });
await createProduct(sql, {
  nombre: 'Molino',
  usuario_id: maker,
  visitas: 5_000,
  descripcion: '<p>Sin lag.</p>',
  precio: 30,
});

test('matches in texts rank below names, and whole words above parts of words', async () => {
  expect(await names('lag')).toEqual(['Lagunas', 'Molino', 'Titán', 'Aldea']);
  expect(await names('lag', `, p_categoria => 'plugin', p_precio_max => 20`)).toEqual(['Titán', 'Aldea']);
  expect(await names('lag', `, p_orden => 'precio_desc', p_limite => 1`)).toEqual(['Molino']);
  expect(await db.callAnon('contar_productos', { p_texto: 'lag' })).toBe(4);
});

test.each(['relevancia', 'precio_asc', 'nuevos', 'valorados'])(
  'pagination by %s returns each match of a name or text once',
  async (order) => {
    await sql`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id, visitas, acerca_de)
    select case when n < 4 then 'Noria ' else 'Pieza ' end || n, 'pagina-' || n, 1 + n % 7, '/media/portadas/p.webp', 'plugin',
      'approved', ${maker}, n % 5, 'Una noria' from generate_series(1, 30) n`;
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await db.asAnon(
        (tx) => tx`select slug, cursor from buscar_productos('norias',
      p_precio_max => 6, p_orden => ${order}, p_limite => 7, p_cursor => ${cursor})`,
      );
      found.push(...page.map(({ slug }) => slug));
      cursor = page.length === 7 ? page.at(-1)?.cursor : null;
    } while (cursor);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(await db.callAnon('contar_productos', { p_texto: 'norias', p_precio_max: 6 }));
    expect(found).toHaveLength(26);
    if (order === 'relevancia') expect(found.slice(0, 3).sort()).toEqual([1, 2, 3].map((n) => `pagina-${n}`));
    await sql`delete from productos where slug like 'pagina-%'`;
  },
);

test.each([
  ['another form of a word', 'optimizadores'],
  ['a misspelled word', 'optimisador'],
  ['the beginning of a word', 'optimiza'],
  ['a sentence with stop words', 'plugin para quitar el lag de la memoria'],
  ['a word of the text and one of the creator', 'lumbre memoria'],
  ['a word of the text and one of the name', 'memoria titan'],
])('texts are found by %s', async (_what, text) => {
  expect(await names(text)).toEqual(['Titán']);
});

test('stop words, markup and addresses are not searchable', async () => {
  for (const text of ['para el de', 'href', 'enlacesecreto', 'ejemplo.test', 'amp'])
    expect(await names(text), text).toEqual([]);
});

test('a text is searchable while its product is on sale, in its current version', async () => {
  const id = await createProduct(sql, {
    nombre: 'Noria',
    usuario_id: maker,
    status: 'pending',
    descripcion: 'carrusel',
  });
  for (const [change, found] of [
    [`status = 'approved'`, 1],
    [`descripcion = 'tiovivo'`, 0],
    [`acerca_de_en = 'carrusel'`, 1],
    ['archivado_at = now()', 0],
    ['archivado_at = null', 1],
    [`status = 'rejected'`, 0],
  ] as const) {
    await sql.unsafe(`update productos set ${change} where id = $1`, [id]);
    expect(await names('carrusel'), change).toHaveLength(found);
    expect(await meant('carusell'), change).toBe(found ? 'carrusel' : null);
  }
});

test('a name is not crowded out by texts of many more viewed products', { tags: 'nightly' }, async () => {
  await sql`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id, visitas, descripcion)
    select 'Pieza ' || n, 'pieza-' || n, 5, '/media/portadas/p.webp', 'plugin', 'approved', ${maker}, 1000 + n, 'Con tirolina'
    from generate_series(1, 1200) n`;
  await createProduct(sql, { nombre: 'Gran Tirolina', usuario_id: maker, visitas: 0 });
  await sql`with altas as (update fichas_busqueda set nivel = 0 where busqueda like 'pieza%' returning producto_id)
    update textos_busqueda t set nivel = 0 from altas a where a.producto_id = t.producto_id`;
  expect((await names('tirolina'))[0]).toBe('Gran Tirolina');
  // Ten pages of texts, of the most viewed level first.
  expect(await db.callAnon('contar_productos', { p_texto: 'tirolina' })).toBe(241);
  await sql`delete from productos where nombre like 'Pieza %' or nombre = 'Gran Tirolina'`;
});

test('creators with a product on sale are suggested by name, and banned ones are not', async () => {
  const other = await createUser(sql, { display_name: 'Lumbrera Sur', username: 'sur_lumbrera' });
  for (const text of ['est', 'lumbre', 'estudio lum', 'ESTUDIO LUMBRE', 'lunbre'])
    expect(await creators(text), text).toEqual(['Estudio Lumbre']);
  for (const text of ['lu', 'tudio', 'lag', '%', '']) expect(await creators(text), text).toEqual([]);
  const id = await createProduct(sql, { nombre: 'Faro', usuario_id: other, visitas: 90_000 });
  expect(await creators('lumbre')).toEqual(['Estudio Lumbre', 'Lumbrera Sur']);
  expect(await creators('lumbrera')).toEqual(['Lumbrera Sur']);
  await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${other}`;
  expect(await creators('lumbrera')).toEqual([]);
  await sql`update usuarios_meta set banned_until = null where id = ${other}`;
  await db.asUser(other, (tx) => tx`update usuarios_meta set display_name = 'Candela' where id = ${other}`);
  expect(await creators('candela')).toEqual(['Candela']);
  await sql`update productos set status = 'rejected' where id = ${id}`;
  expect(await creators('candela')).toEqual([]);
});

test('a search without results suggests a corrected query made of words of products on sale', async () => {
  await createProduct(sql, { nombre: 'Castillo de Hielo', nombre_en: 'Ice Castle', usuario_id: maker });
  await createProduct(sql, { nombre: 'Música Ambiental', usuario_id: maker });
  await createProduct(sql, { nombre: 'Castillo Secreto', usuario_id: maker, status: 'pending' });
  expect(await meant('kastillo de yelo')).toBe('castillo de hielo');
  // A product with two near words gets one of them, the nearest.
  await createProduct(sql, { nombre: 'Faroles y Farolas', usuario_id: maker });
  expect(await meant('farolez')).toBe('faroles');
  expect(await meant('muzika anbiental')).toBe('música ambiental');
  // It is found as it is, or no word is similar.
  for (const text of ['castillo de hielo', 'ice castle', 'kastillo zecreto', 'xqzwv', '', '%', 'a b', 'x'.repeat(300)])
    expect(await meant(text), text).toBeNull();
});

test('a word that moves from names into texts stays in the dictionary as a word of texts', async () => {
  const id = await createProduct(sql, { nombre: 'Zarzuela', usuario_id: maker });
  const kind = async (word = 'zarzuela') =>
    (await sql`select solo_texto from palabras_busqueda where palabra = ${word}`).map((row) => row.solo_texto);
  const forget = () => db.callService('olvidar_palabras', { p_despues: 'zarz', p_hasta: 'zb', p_limite: 100 });
  expect(await kind()).toEqual([false]);
  await sql`update productos set nombre = 'Otra', descripcion = 'Una zarzuela, un libreto' where id = ${id}`;
  await forget();
  expect(await kind()).toEqual([true]);
  expect(await names('zarzuelq')).toEqual(['Otra']);
  await sql`update productos set nombre = 'Zarzuela' where id = ${id}`;
  expect([await kind(), await kind('libreto')]).toEqual([[false], [true]]);
  await sql`update productos set nombre = 'Otra', descripcion = '' where id = ${titan} or id = ${id}`;
  await forget();
  expect(await kind()).toEqual([]);
});
