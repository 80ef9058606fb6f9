import { describe, expect, test } from 'vitest';
import { orders } from '@/lib/catalog/filters';
import { cardColumns } from '@/lib/catalog/rows';
import { createProduct, createUser } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';

const db = await openDatabase();
const { sql } = db;
const creator = await createUser(sql, { display_name: 'Talla Hueca', username: 'talla' });

const names = async (args: string): Promise<string[]> =>
  db.asAnon(async (tx) =>
    (await tx.unsafe(`select nombre from buscar_productos(${args})`)).map(({ nombre }) => nombre),
  );
const cards = () =>
  sql`select producto_id, visitas, precio, created_at, busqueda, temas, indice::text from fichas_busqueda order by producto_id`;

/** All cards as a full rebuild would write them. */
async function written() {
  let rows: readonly unknown[] = [];
  await sql
    .begin(async (begun) => {
      // The package types a transaction without its call signature.
      const tx = begun as unknown as Sql;
      await tx`select privado.rehacer_fichas()`;
      rows =
        await tx`select producto_id, visitas, precio, created_at, busqueda, temas, indice::text from fichas_busqueda
        order by producto_id`;
      throw new Error('back');
    })
    .catch((error: Error) => {
      if (error.message !== 'back') throw error;
    });
  return rows;
}

test('a found product has every column of a card', async () => {
  await createProduct(sql, { nombre: 'Columna' });
  const [found] = await db.asAnon((tx) => tx`select * from buscar_productos('columna')`);
  expect(Object.keys(found ?? {})).toEqual(expect.arrayContaining(cardColumns.replace(/!.*/, '').split(',')));
});

describe('the card of a product', () => {
  test('exists while the product is on sale, with its current data', async () => {
    const id = await createProduct(sql, {
      nombre: 'Zafiro',
      usuario_id: creator,
      status: 'pending',
      generos: ['Joyas'],
    });
    expect(await names(`'zafiro'`)).toEqual([]);
    await sql`update productos set status = 'approved' where id = ${id}`;
    expect(await names(`'zafiro'`)).toEqual(['Zafiro']);

    await sql`update productos set nombre = 'Rubí', nombre_en = 'Ruby stone' where id = ${id}`;
    expect([await names(`'zafiro'`), await names(`'stone ruby'`)]).toEqual([[], ['Rubí']]);
    await sql`update productos set generos = '{Piedras}', compatibles = '{1.20,1.21.4}' where id = ${id}`;
    expect([await names(`'joyas'`), await names(`'piedras'`), await names(`'rubi', p_version => '1.21.4'`)]).toEqual([
      [],
      ['Rubí'],
      ['Rubí'],
    ]);

    const unset = { p_gratis: null, p_club: null, p_oferta: null };
    expect(await db.callAnon('contar_productos', { p_texto: 'rubi', ...unset })).toBe(1);
    expect(await names(`'rubi', p_gratis => null, p_club => null, p_oferta => null`)).toEqual(['Rubí']);
    await sql`update productos set precio = 30 where id = ${id}`;
    expect(await names(`'rubi', p_precio_max => 29.99`)).toEqual([]);
    await sql`update productos set oferta = 16 where id = ${id}`;
    for (const max of [16, 16.5, 29.99])
      expect(await names(`'rubi', p_oferta => true, p_precio_max => ${max}`)).toEqual(['Rubí']);
    for (const max of [0, 1, 15.99]) expect(await names(`'rubi', p_precio_max => ${max}`)).toEqual([]);
    await sql`update productos set oferta = null, precio = 0 where id = ${id}`;
    expect([await names(`'rubi', p_gratis => true`), await names(`'rubi', p_oferta => true`)]).toEqual([['Rubí'], []]);
    await sql`update productos set club_only = true, category = 'dlc' where id = ${id}`;
    expect(await names(`'rubi', p_club => true, p_categoria => 'dlc'`)).toEqual(['Rubí']);
    expect(await names(`'rubi', p_categoria => 'plugin'`)).toEqual([]);

    await sql`update productos set archivado_at = now() where id = ${id}`;
    expect(await names(`'rubi'`)).toEqual([]);
    await sql`update productos set archivado_at = null where id = ${id}`;
    expect(await names(`'rubi'`)).toEqual(['Rubí']);
    await sql`update productos set status = 'rejected' where id = ${id}`;
    expect(await names(`'rubi'`)).toEqual([]);
    expect(await sql`select from fichas_busqueda where producto_id = ${id}`).toHaveLength(0);
  });

  test('is rolled back with the transaction', async () => {
    const id = await createProduct(sql, { nombre: 'Cuarzo', usuario_id: creator });
    await expect(
      sql.begin(async (begun) => {
        const tx = begun as unknown as Sql;
        await tx`update productos set nombre = 'Mica' where id = ${id}`;
        await tx`select 1 / 0`;
      }),
    ).rejects.toThrow('division by zero');
    expect([await names(`'cuarzo'`), await names(`'mica'`)]).toEqual([['Cuarzo'], []]);
  });

  test('counts views in place, and sorts by them', async () => {
    const [first = '', second = ''] = await Promise.all(
      ['Menhir uno', 'Menhir dos'].map((nombre) => createProduct(sql, { nombre, usuario_id: creator })),
    );
    await sql`update productos set visitas = 5 where id = ${second}`;
    expect(await names(`'menhir'`)).toEqual(['Menhir dos', 'Menhir uno']);
    await sql`update productos set visitas = visitas + 9 where id = ${first}`;
    expect(await names(`'menhir', p_orden => 'populares'`)).toEqual(['Menhir uno', 'Menhir dos']);
  });

  test('reflects both concurrent renames of a product and its creator', async () => {
    const maker = await createUser(sql, { display_name: 'Vieja Mano', username: 'tallerdos' });
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, n) => createProduct(sql, { nombre: `Cesta ${n}`, usuario_id: maker })),
    );
    await Promise.all([
      ...ids.map((id, n) => sql`update productos set nombre = ${`Canasto ${n}`} where id = ${id}`),
      sql`update usuarios_meta set display_name = 'Nueva Mano' where id = ${maker}`,
    ]);
    expect(await names(`'canasto nueva'`)).toHaveLength(8);
    expect(await names(`'vieja'`)).toEqual([]);
    expect(await cards()).toEqual(await written());
  });

  test('equals a full rebuild', async () => {
    await createProduct(sql, { nombre: '¡¡!!', usuario_id: creator, generos: ['…', 'Ñu', 'Ñu'] });
    await createProduct(sql, {
      nombre: `L'Été "1.21" | x`,
      nombre_en: '&',
      usuario_id: creator,
      compatibles: ['1.8', '1.21.4'],
    });
    await createProduct(sql, { nombre: 'a b c', usuario_id: creator, precio: 99_999.99, generos: ['x'.repeat(90)] });
    const made = await cards();
    expect(made.length).toBeGreaterThan(10);
    expect(await written()).toEqual(made);
  });
});

describe('the dictionary of misspelt words', () => {
  type Forgotten = { hasta: string | null; olvidadas: number };
  const forget = async () => {
    let forgotten = 0;
    for (let after: string | null = null; ; ) {
      const done: Forgotten = await db.callService<Forgotten>('olvidar_palabras', {
        p_despues: after,
        p_hasta: null,
        p_limite: 7,
      });
      forgotten += done.olvidadas;
      after = done.hasta;
      if (after === null) return forgotten;
    }
  };

  test('forgets a word that no product has any more', async () => {
    const typist = await createUser(sql);
    await createProduct(sql, { nombre: 'Cordillera', usuario_id: creator });
    await createProduct(sql, { nombre: 'Lagunilla', usuario_id: typist });
    expect(await names(`'cordilera'`)).toEqual(['Cordillera']);
    await db.asUser(typist, (tx) => tx`update usuarios_meta set display_name = 'Cordilera' where id = ${typist}`);
    await db.asUser(typist, (tx) => tx`update usuarios_meta set display_name = 'Otra cosa' where id = ${typist}`);
    expect(await names(`'cordilera'`)).toEqual([]);
    const known = async () =>
      (await sql`select palabra from palabras_busqueda order by palabra`).map((row) => row.palabra);
    const before = await known();
    expect(
      await db.callService('olvidar_palabras', { p_despues: 'cordilera', p_hasta: 'cordillera', p_limite: 7 }),
    ).toEqual({
      hasta: null,
      olvidadas: 0,
    });
    expect(await forget()).toBeGreaterThan(0);
    expect(await names(`'cordilera'`)).toEqual(['Cordillera']);
    const inCards = await sql`select distinct w.palabra from fichas_busqueda f
      cross join lateral regexp_split_to_table(f.busqueda || '|' || f.temas, '[ |]') w(palabra)
      where char_length(w.palabra) between 3 and 80 order by 1`;
    // The category is a word of the text.
    expect((await known()).filter((word) => word !== 'plugin')).toEqual(inCards.map((row) => row.palabra));
    expect((await known()).length).toBeLessThan(before.length);
  });

  test('keeps a word that another product starts to use', async () => {
    const id = await createProduct(sql, { nombre: 'Salamandra', usuario_id: creator });
    await sql`update productos set nombre = 'Tritón' where id = ${id}`;
    let forgetting: Promise<number> | undefined;
    await sql.begin(async (begun) => {
      // The package types a transaction without its call signature.
      const tx = begun as unknown as Sql;
      await tx`update productos set nombre = 'Salamandra' where id = ${id}`;
      forgetting = forget();
      await expect
        .poll(
          async () =>
            (await sql`select from pg_locks where not granted and relation = 'palabras_busqueda'::regclass`).length,
        )
        .toBe(1);
    });
    await forgetting;
    expect(await names(`'salamanddra'`)).toEqual(['Salamandra']);
  });
});

describe('levels of views', () => {
  const level = async () =>
    (
      await sql`select nivel, count(*)::int as n from fichas_busqueda where busqueda like 'pieza%' group by 1 order by 1`
    ).map(({ nivel, n }) => [nivel, n]);
  const nextDay = () => sql`delete from turnos where trabajo = 'niveles de busqueda'`;

  test('are assigned daily, in batches, until all products have theirs', { tags: 'nightly' }, async () => {
    await sql`insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id, visitas)
      select 'Pieza ' || n, 'pieza-' || n, n % 50, '/media/portadas/p.webp', 'plugin', 'approved', ${creator}, 1000 + n
      from generate_series(1, 2600) n`;
    expect(await level()).toEqual([[5, 2600]]);
    expect(await names(`'pieza', p_limite => 2`)).toEqual(['Pieza 2600', 'Pieza 2599']);
    expect(await names(`'pieza', p_limite => 101`)).toHaveLength(100);
    expect(await db.callService('repartir_fichas', { p_limite: 1500 })).toBe(1500);
    expect(await db.callService('repartir_fichas', { p_limite: 1500 })).toBeGreaterThan(1_000);
    expect(await level()).toEqual([
      [0, 2000],
      [1, 600],
    ]);
    expect(await db.callService('repartir_fichas')).toBe(0);

    await sql`update productos set visitas = 9000 where nombre = 'Pieza 7'`;
    expect(await db.callService('repartir_fichas')).toBe(0);
    await nextDay();
    expect(await db.callService('repartir_fichas')).toBe(2);
    const [risen] = await sql`select nivel from fichas_busqueda where busqueda like 'pieza 7|%'`;
    expect(risen?.nivel).toBe(0);
    expect(
      await sql`select from textos_busqueda t join fichas_busqueda f using (producto_id) where t.nivel <> f.nivel`,
    ).toHaveLength(0);
  });

  test('hide nothing: rare matches are found in every level', {
    tags: 'nightly',
  }, async () => {
    await sql`update fichas_busqueda set nivel = visitas % 6 where busqueda like 'pieza%'`;
    expect(await names(`'pieza 1234'`)).toEqual(['Pieza 1234']);
    expect(await names(`'pieza 260', p_limite => 100`)).toEqual(['Pieza 260', 'Pieza 2600']);
    for (const order of orders.filter((one) => one !== 'relevancia')) {
      const found = new Set<string>();
      for (let cursor: string | null = null; ; ) {
        const page: Array<{ nombre: string; cursor: string }> = await db.asAnon(
          (tx) =>
            tx`select nombre, cursor from buscar_productos('pieza', p_orden => ${order}, p_cursor => ${cursor}, p_limite => 100)`,
        );
        for (const { nombre } of page) found.add(nombre);
        cursor = page.at(-1)?.cursor ?? null;
        if (page.length < 100) break;
      }
      expect(found.size, order).toBe(2600);
    }
    expect(await db.callAnon('contar_productos', { p_texto: 'pieza' })).toBe(1001);
  });

  test('include an exact name among more than a thousand products with more views', async () => {
    await createProduct(sql, { nombre: 'Pieza', nombre_en: 'The Piece', usuario_id: creator, visitas: 0 });
    expect((await names(`'pieza'`))[0]).toBe('Pieza');
  });
});
