import { describe, expect, test } from 'vitest';
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
  test('puts the exact name first, then beginnings, then words anywhere, each by visits', async () => {
    expect(await names('fragua')).toEqual(['Fragua', 'Fragua Arcana', 'La Gran Fragua', 'Arcana de la Fragua Roja']);
  });

  test('knows the English name as well as the Spanish one', async () => {
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
  test.each(forgiving)('forgives %s', async (_what, text, first) => {
    expect((await names(text))[0]).toBe(first);
  });

  test('finds nothing for what is far from every name, and for nothing', async () => {
    for (const text of ['xyzzyq', 'zombis espaciales', '', '   ', '%', "'; drop table productos; --", '& | !', '\\']) {
      expect(await names(text), text).toEqual([]);
    }
  });

  test('never finds packs of coins, nor what is not on sale', async () => {
    expect(await names('uncoins')).toEqual([]);
    expect(await names('100')).toEqual([]);
    expect(await names('secreta')).toEqual([]);
  });

  test('filters by category, price, free and Club, alone and together', async () => {
    expect(await names('fragua', { categoria: 'serie' })).toEqual(['La Gran Fragua']);
    expect(await names('fragua', { max: 9 })).toEqual(['Fragua', 'Fragua Arcana', 'Arcana de la Fragua Roja']);
    expect(await names('fragua', { gratis: true })).toEqual(['Arcana de la Fragua Roja']);
    expect(await names('fragua', { club: true })).toEqual(['Arcana de la Fragua Roja']);
    expect(await names('fragua', { categoria: 'serie', max: 9 })).toEqual([]);
  });

  test('sorts by what is paid, by age and by visits', async () => {
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
  });

  test.each(['relevancia', 'precio_asc', 'precio_desc', 'nuevos', 'populares'])(
    'pages on by its cursor, sorted by %s',
    async (orden) => {
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
    },
  );

  test('begins anew for a cursor that is none', async () => {
    for (const cursor of ['', 'x', '1_2', "80_' or 1=1", '9'.repeat(400)]) {
      expect(await names('fragua', { cursor })).toHaveLength(4);
    }
  });

  test('follows a product that is renamed', async () => {
    await sql`update productos set nombre = 'Kraken' where nombre = 'Telón'`;
    expect(await names('krakem')).toEqual(['Kraken']);
    expect(await names('telon')).toEqual([]);
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
