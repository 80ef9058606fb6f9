import { expect, test } from 'vitest';
import { createEdition, createProduct, createUser, decideRevision, submission } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 4 });
const { sql } = db;

async function give(users: string[], products: string[]): Promise<void> {
  for (const user of users) {
    for (const product of products) {
      await sql`insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name)
        values (${user}, ${product}, 0, 'jugador_1')`;
      await sql`update productos set adquirido = adquirido + 1 where id = ${product}`;
    }
  }
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(sql)));
const count = (limit = 200) => db.callService<number>('contar_relacionados', { p_limite: limit });
const related = async (product: string) =>
  (await db.asAnon((tx) => tx`select id from relacionados_de(${product})`)).map(({ id }) => id);
const age = () => sql`update cuentas_relacionados set contada_at = contada_at - interval '2 days'`;

test('products shared by five buyers are related, and those shared by four are not, for privacy', async () => {
  const [castle, sword, shield, hit] = await Promise.all([1, 2, 3, 4].map(() => createProduct(sql)));
  const ids = [castle, sword, shield, hit].map(String);
  const [five, four, many] = [await people(5), await people(4), await people(30)];
  await give(five, [ids[0], ids[1], ids[3]] as string[]);
  await give(four, [ids[0], ids[2]] as string[]);
  await give(many, [String(hit)]);
  expect(await related(String(castle))).toEqual([]);
  expect(await count()).toBe(3);
  // A product owned by everybody ranks below one that goes with this one.
  expect(await related(String(castle))).toEqual([sword, hit]);
  expect(await related(String(sword))).toEqual([castle, hit]);
  expect(await related(String(shield))).toEqual([]);
  expect(await count()).toBe(0);

  const [fifth] = await people(1);
  await give([String(fifth)], [String(castle), String(shield)]);
  await age();
  await count();
  expect(await related(String(castle))).toContain(shield);

  // Refunded and unpublished products are related to nothing.
  await sql`update adquisiciones set revocada_at = now() where user_id = ${String(fifth)}`;
  await sql`update productos set status = 'rejected' where id = ${String(sword)}`;
  expect(await related(String(castle))).not.toContain(sword);
  await age();
  await count();
  expect(await related(String(castle))).toEqual([hit]);
});

test('buyers are counted as people who still own the product', async () => {
  const product = String(await createProduct(sql));
  const edition = await createEdition(sql, product, { nombre: 'Oro' });
  const buyers = await people(6);
  const counted = async () => {
    await age();
    await count();
    return (await sql`select adquirido, compradores from productos where id = ${product}`)[0];
  };
  await give(buyers, [product]);
  // Somebody buys a better edition: one more order, and no more buyers.
  await sql`insert into adquisiciones (user_id, producto_id, edicion_id, precio_pagado)
    values (${String(buyers[0])}, ${product}, ${edition}, 0)`;
  await sql`update productos set adquirido = adquirido + 1 where id = ${product}`;
  expect(await counted()).toEqual({ adquirido: 7, compradores: 6 });
  await sql`update adquisiciones set revocada_at = now() where user_id in ${sql(buyers.slice(0, 2) as string[])} and edicion_id is null`;
  expect(await counted()).toEqual({ adquirido: 7, compradores: 5 });
  await sql`update adquisiciones set revocada_at = now() where producto_id = ${product} and revocada_at is null`;
  expect(await counted()).toEqual({ adquirido: 7, compradores: 0 });
});

test('related products are computed in batches, oldest first, even by two concurrent jobs', async () => {
  const products = (await Promise.all(Array.from({ length: 6 }, () => createProduct(sql)))).map(String);
  await give(await people(5), products);
  await age();
  await sql`delete from cuentas_relacionados`;
  const before = (await sql`select count(*)::int as n from productos where adquirido >= 5 and status = 'approved'`)[0]
    ?.n;
  let done = 0;
  for (let run = 0; run < 10; run += 1) done += (await Promise.all([count(2), count(2)])).reduce((a, b) => a + b, 0);
  expect(done).toBe(before);
  expect(await related(String(products[0]))).toHaveLength(3);
  // The counts are not readable.
  await expect(db.asAnon((tx) => tx`select * from productos_relacionados`)).rejects.toThrow(/permission denied/);
});

test('the page of offers lists prices below the lowest price of 30 days, with that price', async () => {
  const offers = () => db.asAnon((tx) => tx`select id, minimo::float from ofertas_actuales()`);
  // The third has no offer.
  const [real, dearer] = await Promise.all([1, 2, 3].map(() => createProduct(sql)));
  await sql`update historial_precios set desde = desde - interval '10 days'`;
  await sql`update productos set oferta = 8 where id = ${String(real)}`;
  await sql`update productos set precio = 15 where id = ${String(dearer)}`;
  await sql`update productos set oferta = 10 where id = ${String(dearer)}`;
  expect((await offers()).map((row) => ({ ...row }))).toEqual([{ id: real, minimo: 10 }]);
  for (const change of [{ status: 'rejected' }, { archivado_at: new Date() }]) {
    await sql`update productos set ${sql(change)} where id = ${String(real)}`;
    expect(await offers()).toEqual([]);
    await sql`update productos set status = 'approved', archivado_at = null where id = ${String(real)}`;
    expect(await offers()).toHaveLength(1);
  }
  await sql`update productos set oferta = null where id = ${String(real)}`;
  expect(await offers()).toEqual([]);
});

test('an approved revision sets the compatible versions of the game', async () => {
  const creator = await createUser(sql);
  const moderator = await createUser(sql, { role: 'moderador' });
  const product = await createProduct(sql, { usuario_id: creator });
  const content = (compatibles: unknown) => sql.json(submission({ compatibles }) as never);
  const propose = (compatibles: unknown) =>
    db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: content(compatibles) });
  for (const wrong of [['1.x'], ['1'], ['1.21; drop'], Array(31).fill('1.20'), [null]]) {
    expect(await propose(wrong), JSON.stringify(wrong)).toEqual({ ok: false, error: 'datos_no_validos' });
  }
  expect(await propose(['1.21', '1.20.4', '1.21'])).toMatchObject({ ok: true });
  const [revision] =
    await sql`select id from revisiones_producto where producto_id = ${product} and estado = 'pendiente'`;
  await decideRevision(db, moderator, {
    p_revision: revision?.id,
    p_aprobar: true,
    p_motivos: [],
    p_nota: '',
  });
  expect(await sql`select compatibles from productos where id = ${product}`).toEqual([
    { compatibles: ['1.20.4', '1.21'] },
  ]);
  expect(await db.asAnon((tx) => tx`select nombre from buscar_productos(p_version => '1.20.4')`)).toHaveLength(1);
});
