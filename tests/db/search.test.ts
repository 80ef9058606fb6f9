import { describe, expect, test } from 'vitest';
import { orders } from '@/lib/catalog/filters';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const creator = await createUser(sql);

const catalogue: Array<[string, Record<string, unknown>?]> = [
  ['Fragua', { visitas: 1, nombre_en: 'Forge', precio: 5 }],
  ['Fragua Arcana', { visitas: 500, nombre_en: 'Arcane Forge', precio: 12, oferta: 9 }],
  ['La Gran Fragua', { visitas: 900, category: 'serie', precio: 20 }],
  ['Arcana de la Fragua Roja', { visitas: 100, club_only: true, precio: 0 }],
  ['Dragón Nocturno', { visitas: 50 }],
  ['Dragones y Mazmorras', { visitas: 40, category: 'dlc' }],
  ['Tele-portes Premium', { visitas: 30 }],
  ['Teleférico', { visitas: 20 }],
  ['Guardián Nocturno', { visitas: 10 }],
  ['Telón', { visitas: 2 }],
  ['100 UnCoins', { visitas: 9999, category: 'uncoins', uncoins: 100 }],
  ['Fragua Secreta', { visitas: 9999, status: 'pending' }],
];
for (const [nombre, product] of catalogue) await createProduct(sql, { nombre, usuario_id: creator, ...product });

type Row = { nombre: string; cursor: string };
const find = (text: string, args: Record<string, unknown> = {}) =>
  db.asAnon(
    (tx) => tx<Row[]>`select nombre, cursor from buscar_productos(${text},
    p_categoria => ${(args.categoria as string) ?? null}, p_precio_max => ${(args.max as number) ?? null},
    p_gratis => ${Boolean(args.gratis)}, p_club => ${Boolean(args.club)}, p_orden => ${(args.orden as string) ?? 'relevancia'},
    p_cursor => ${(args.cursor as string) ?? null}, p_limite => ${(args.limite as number) ?? 24})`,
  );
const names = async (text: string, args?: Record<string, unknown>) =>
  (await find(text, args)).map(({ nombre }) => nombre);
const suggest = async (text: string) =>
  (await db.asAnon((tx) => tx`select nombre from sugerir_productos(${text})`)).map(({ nombre }) => nombre);

describe('a search', () => {
  test('ranks the exact name first, then prefixes, then other words, each by visits', async () => {
    expect(await names('fragua')).toEqual(['Fragua', 'Fragua Arcana', 'La Gran Fragua', 'Arcana de la Fragua Roja']);
  });

  test('matches English and Spanish names', async () => {
    expect(await names('arcane forge')).toEqual(['Fragua Arcana']);
    expect((await names('forge'))[0]).toBe('Fragua');
  });

  const forgiving: Array<[string, string, string]> = [
    ['words in any order', 'arcana fragua', 'Fragua Arcana'],
    ['beginnings of words', 'frag arc', 'Fragua Arcana'],
    ['capitals and accents', 'DRAGON', 'Dragón Nocturno'],
    ['accents where there are none', 'frágúa', 'Fragua'],
    ['a wrong letter', 'dragom nocturno', 'Dragón Nocturno'],
    ['a missing letter', 'guadian', 'Guardián Nocturno'],
    ['a superfluous letter', 'mazzmorras', 'Dragones y Mazmorras'],
    ['two letters in the wrong order', 'noctunro', 'Dragón Nocturno'],
    ['a typo in each of two words', 'fraxua arcxna', 'Fragua Arcana'],
    ['a typo in the first letter', 'gragua', 'Fragua'],
    ['a typo in a beginning', 'drsgo', 'Dragón Nocturno'],
    ['a hyphen for a space', 'dragon-nocturno', 'Dragón Nocturno'],
    ['no space for a hyphen', 'teleportes', 'Tele-portes Premium'],
    ['a space for a hyphen', 'tele portes', 'Tele-portes Premium'],
    ['a space too many', 'fra gua arcana', 'Fragua Arcana'],
    ['a part of a word', 'morras', 'Dragones y Mazmorras'],
  ];
  test.each(forgiving)('tolerates %s', async (_what, text, first) => {
    expect((await names(text))[0]).toBe(first);
  });

  test('finds nothing for unrelated or empty text', async () => {
    for (const text of ['xyzzyq', 'zombis espaciales', '', '   ', '%', "'; drop table productos; --", '& | !', '\\']) {
      expect(await names(text), text).toEqual([]);
    }
  });

  test('excludes packs of coins and unpublished products', async () => {
    expect(await names('uncoins')).toEqual([]);
    expect(await names('100')).toEqual([]);
    expect(await names('secreta')).toEqual([]);
  });

  test('filters by category, price, free and Club, alone and combined', async () => {
    expect(await names('fragua', { categoria: 'serie' })).toEqual(['La Gran Fragua']);
    expect(await names('fragua', { max: 9 })).toEqual(['Fragua', 'Fragua Arcana', 'Arcana de la Fragua Roja']);
    expect(await names('fragua', { gratis: true })).toEqual(['Arcana de la Fragua Roja']);
    expect(await names('fragua', { club: true })).toEqual(['Arcana de la Fragua Roja']);
    expect(await names('fragua', { categoria: 'serie', max: 9 })).toEqual([]);
  });

  test('sorts by price, age and visits', async () => {
    expect(await names('fragua', { orden: 'precio_asc' })).toEqual([
      'Arcana de la Fragua Roja',
      'Fragua',
      'Fragua Arcana',
      'La Gran Fragua',
    ]);
    expect(await names('fragua', { orden: 'precio_desc' })).toEqual([
      'La Gran Fragua',
      'Fragua Arcana',
      'Fragua',
      'Arcana de la Fragua Roja',
    ]);
    expect((await names('fragua', { orden: 'populares' }))[0]).toBe('La Gran Fragua');
    await sql`update productos set created_at = now() + interval '1 second' where nombre = 'Fragua Arcana'`;
    expect((await names('fragua', { orden: 'nuevos' }))[0]).toBe('Fragua Arcana');
    await sql`update productos set adquirido = 7 where nombre = 'Fragua'`;
    expect((await names('fragua', { orden: 'vendidos' }))[0]).toBe('Fragua');
    const arcana = sql`select id from productos where nombre = 'Arcana de la Fragua Roja'`;
    await sql`insert into versiones_producto (producto_id, version, created_at)
      select id, '2.0', now() + interval '1 day' from (${arcana}) x`;
    expect((await names('fragua', { orden: 'actualizados' }))[0]).toBe('Arcana de la Fragua Roja');
    // One rating of five stars is not above many that are nearly as good.
    await sql`update productos set valoracion_media = 5, valoraciones = 2 where nombre = 'Fragua Arcana'`;
    await sql`update productos set valoracion_media = 4.2, valoraciones = 3 where nombre = 'Fragua'`;
    await sql`update productos set valoracion_media = 4.1, valoraciones = 80 where nombre = 'La Gran Fragua'`;
    expect((await names('fragua', { orden: 'valorados' })).slice(0, 2)).toEqual(['La Gran Fragua', 'Fragua']);
  });

  test.each(orders)('paginates by cursor, sorted by %s', async (orden) => {
    const all = await names('fragua', { orden });
    const pages: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < all.length; page += 1) {
      const [row] = await find('fragua', { orden, cursor, limite: 1 });
      if (row) pages.push(row.nombre);
      cursor = row?.cursor;
    }
    expect(pages).toEqual(all);
    expect(await find('fragua', { orden, cursor })).toHaveLength(0);
  });

  test('paginates by cursor through the whole catalogue, in each order', async () => {
    const page = (orden: string, cursor: string | null, limite: number) =>
      db.asAnon(
        (tx) => tx<Row[]>`select nombre, cursor from buscar_productos(p_orden => ${orden}, p_cursor => ${cursor},
          p_limite => ${limite})`,
      );
    for (const orden of orders) {
      const all = (await page(orden, null, 100)).map(({ nombre }) => nombre);
      expect(all).toHaveLength(10);
      const found: string[] = [];
      for (let cursor: string | null = null; found.length < all.length; ) {
        const rows: Row[] = await page(orden, cursor, 3);
        if (rows.length === 0) break;
        found.push(...rows.map(({ nombre }) => nombre));
        cursor = rows.at(-1)?.cursor ?? null;
      }
      expect(found, orden).toEqual(all);
    }
  });

  test('restarts for an invalid cursor', async () => {
    for (const cursor of ['', 'x', '1_2', "80_' or 1=1", '9'.repeat(400)]) {
      expect(await names('fragua', { cursor })).toHaveLength(4);
    }
  });

  test('follows a renamed product', async () => {
    await sql`update productos set nombre = 'Kraken' where nombre = 'Telón'`;
    expect(await names('krakem')).toEqual(['Kraken']);
    expect(await names('telon')).toEqual([]);
  });
});

describe('a search in other fields', () => {
  test('finds genres, creators and versions of the game', async () => {
    const maker = await createUser(sql, { display_name: 'Forjabit', username: 'forjabit' });
    await createProduct(sql, { nombre: 'Yunque', usuario_id: maker, generos: ['RPG', 'Magia oscura'], visitas: 3 });
    await createProduct(sql, { nombre: 'Rpg clásico', usuario_id: creator, compatibles: ['1.20', '1.21.4'] });
    await createProduct(sql, { nombre: 'Torre v1.8', usuario_id: creator, compatibles: ['1.8.9'] });
    expect(await names('forjabit')).toEqual(['Yunque']);
    expect(await names('FORJABOT')).toEqual(['Yunque']);
    expect(await names('forjabit yunque')).toEqual(['Yunque']);
    // A name goes before a genre.
    expect(await names('rpg')).toEqual(['Rpg clásico', 'Yunque']);
    expect(await names('magia oscura')).toEqual(['Yunque']);
    expect(await names('1.21')).toEqual(['Rpg clásico']);
    expect(await names('v1.20 rpg')).toEqual(['Rpg clásico']);
    for (const text of ['1.8', 'v1.8', 'torre v1.8']) expect(await names(text), text).toEqual(['Torre v1.8']);
    expect(await names('1.99')).toEqual([]);
  });

  test('finds a renamed creator by the new name, and not by a removed genre', async () => {
    const maker = await createUser(sql, { display_name: 'Antes', username: 'antes' });
    const id = await createProduct(sql, { nombre: 'Cántaro', usuario_id: maker, generos: ['Puzle'] });
    await db.asUser(maker, (tx) => tx`update usuarios_meta set display_name = 'Después' where id = ${maker}`);
    expect(await names('despues')).toEqual(['Cántaro']);
    await sql`update productos set generos = '{Carreras}' where id = ${id}`;
    expect([await names('puzle'), await names('carreras')]).toEqual([[], ['Cántaro']]);
  });

  test.each([
    ['1.21'],
    ['v1.8'],
    ['a.b'],
    ['50%'],
    ['100%'],
    ['a/b'],
    ['?'],
    ['#'],
    ['..'],
    [`"'´`],
    ["o'neill"],
    ['🐉 dragón'],
    ['日本'],
    ['x'.repeat(300)],
    ['a:* & b'],
    ["'; drop table productos; --"],
    ['1.2.3.4.5.6.7.8.9'],
    ['1..2'],
    ['.5'],
    ['@1.21'],
    ['#rpg'],
    ['%s %L $1'],
    ['\\'],
  ])('%j is a valid query', async (text) => {
    expect(Array.isArray(await names(text))).toBe(true);
    expect(await db.callAnon('contar_productos', { p_texto: text })).toBe((await find(text, { limite: 100 })).length);
    expect(await db.callAnon('contar_productos', { p_genero: text, p_version: text })).toBeGreaterThanOrEqual(0);
  });

  test('filters by genre, version and offer, counts, and lists the available filters', async () => {
    const found = (args: string) =>
      db.asAnon(async (tx) =>
        (await tx.unsafe(`select nombre from buscar_productos(${args})`)).map((row) => row.nombre),
      );
    expect(await found(`p_genero => 'rpg'`)).toEqual(['Yunque']);
    expect(await found(`p_version => '1.21.4'`)).toEqual(['Rpg clásico']);
    expect(await found(`p_oferta => true`)).toEqual(['Fragua Arcana']);
    expect(await found(`'fragua', p_oferta => true, p_categoria => 'serie'`)).toEqual([]);
    expect(await db.callAnon('contar_productos', { p_texto: 'fragua', p_precio_max: 9 })).toBe(3);
    const filters = await db.asAnon((tx) => tx`select tipo, valor, productos from filtros_catalogo('plugin')`);
    expect(filters).toContainEqual({ tipo: 'genero', valor: 'RPG', productos: 1 });
    expect(filters.filter(({ tipo }) => tipo === 'version').map(({ valor }) => valor)).toEqual([
      '1.21.4',
      '1.20',
      '1.8.9',
    ]);
  });

  test('returns the creator of a product', async () => {
    const [row] = await db.asAnon((tx) => tx`select usuarios_meta from buscar_productos('yunque')`);
    expect(row?.usuarios_meta).toMatchObject({ display_name: 'Forjabit', role: 'user' });
  });
});

describe('suggestions', () => {
  test('are at most five, best first, without coins', async () => {
    expect((await suggest('fra'))[0]).toBe('Fragua Arcana');
    expect(await suggest('tel')).toHaveLength(2);
    expect(await suggest('uncoins')).toEqual([]);
    for (let index = 0; index < 8; index += 1)
      await createProduct(sql, { nombre: `Castillo ${index}`, usuario_id: creator });
    expect(await suggest('castillo')).toHaveLength(5);
  });
});
