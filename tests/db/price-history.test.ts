import { expect, test } from 'vitest';
import { createBundle, createEdition, createProduct } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { pagesRead } from './scans.ts';

const db = await openDatabase();
const { sql } = db;

const lowest = (args: Record<string, unknown>) => db.callAnon<string | null>('privado.precio_minimo_reciente', args);
const history = (column: string, id: string) =>
  sql`select precio::float, oferta::float from historial_precios where ${sql(column)} = ${id} order by id`;
const age = (column: string, id: string, days: number[]) =>
  Promise.all(
    days.map(
      (ago, index) => sql`update historial_precios set desde = now() - ${ago} * interval '1 day'
    where id = (select id from historial_precios where ${sql(column)} = ${id} order by id offset ${index} limit 1)`,
    ),
  );

test('every price on sale is recorded once', async () => {
  const producto = await createProduct(sql, { precio: 10 });
  await sql`update productos set oferta = 8 where id = ${producto}`;
  await sql`update productos set oferta = 8, nombre = 'Otro' where id = ${producto}`;
  await sql`update productos set oferta = null where id = ${producto}`;
  expect(await history('producto_id', producto)).toEqual([
    { precio: 10, oferta: null },
    { precio: 10, oferta: 8 },
    { precio: 10, oferta: null },
  ]);
  const edicion = await createEdition(sql, producto, { precio: 20 });
  expect(await history('edicion_id', edicion)).toEqual([{ precio: 20, oferta: null }]);
  const bundle = await createBundle(sql, [producto], { precio: 30, oferta: 25 });
  expect(await history('bundle_id', bundle)).toEqual([{ precio: 30, oferta: 25 }]);
});

test('the lowest price covers the 30 days before the current price began', async () => {
  const producto = await createProduct(sql, { precio: 10, oferta: 4 });
  for (const oferta of [9, 6, null, 7]) await sql`update productos set oferta = ${oferta} where id = ${producto}`;
  // 4 until day 50, 9 until day 20, 6 until day 15, the full price until day 5, and 7 now.
  await age('producto_id', producto, [60, 50, 20, 15, 5]);
  expect(await lowest({ p_producto: producto })).toBe('6.00');
  // With the present offer ten days later, the price of 9 still counts, the price of 4 never did.
  await age('producto_id', producto, [60, 50, 49, 48, 47]);
  expect(await lowest({ p_producto: producto })).toBe('4.00');
});

/** A literal implementation of the rule over the whole history. */
const lowestOfAll = async (product: string, edition: string | null) =>
  (
    await sql`with precios as (
      select least(oferta, precio) as importe, desde, lead(desde) over (order by desde, id) as hasta from historial_precios
      where producto_id = ${product} and edicion_id is not distinct from ${edition}::uuid)
    select min(importe) as lowest from precios where hasta > (select max(desde) from precios) - interval '30 days'`
  )[0]?.lowest;

test('the history of a product begins with its publication', async () => {
  const producto = await createProduct(sql, { precio: 1, status: 'pending' });
  const edicion = await createEdition(sql, producto, { precio: 2 });
  await sql`update productos set precio = 20 where id = ${producto}`;
  await sql`update ediciones set precio = 30 where id = ${edicion}`;
  await sql`update productos set status = 'approved' where id = ${producto}`;
  await sql`update productos set oferta = 10 where id = ${producto}`;
  await sql`update ediciones set oferta = 15 where id = ${edicion}`;
  expect(await lowest({ p_producto: producto })).toBe('20.00');
  expect(await lowest({ p_producto: producto, p_edicion: edicion })).toBe('30.00');
  // Once published, it keeps its history.
  for (const status of ['pending', 'approved'])
    await sql`update productos set status = ${status} where id = ${producto}`;
  expect(await history('producto_id', producto)).toHaveLength(4);
});

test('the lowest price is correct for random histories, even with equal times', async () => {
  const producto = await createProduct(sql, { precio: 10 });
  const edicion = await createEdition(sql, producto, { precio: 20 });
  for (let round = 0; round < 40; round += 1) {
    await sql`delete from historial_precios where producto_id = ${producto}`;
    await sql`insert into historial_precios (producto_id, edicion_id, precio, oferta, desde)
      select ${producto}, case when random() < 0.4 then ${edicion}::uuid end, 20 + floor(random() * 9),
        case when random() < 0.7 then 5 + floor(random() * 9) end, date '2026-05-01' + floor(random() * 70)::integer
      from generate_series(1, ${1 + (round % 12)})`;
    for (const p_edicion of [null, edicion]) {
      expect(await lowest({ p_producto: producto, p_edicion })).toBe(await lowestOfAll(producto, p_edicion));
    }
  }
  // Its history does not end with its price.
  await sql`delete from productos where id = ${producto}`;
});

test('the lowest price reads thirty days only, however long the history is', async () => {
  const producto = await createProduct(sql, { precio: 10 });
  await sql`insert into historial_precios (producto_id, precio, oferta, desde)
    select ${producto}, 10, case when n % 2 = 0 then 5 end, now() - interval '31 days' - n * interval '1 minute'
    from generate_series(1, 20000) n`;
  await sql`analyze historial_precios`;
  expect(
    await sql.begin((tx) => pagesRead(tx as unknown as Sql, 'privado.precio_minimo_reciente($1)', [producto])),
  ).toBeLessThan(40);
});

test('a product without changes has no earlier lowest price', async () => {
  const producto = await createProduct(sql, { precio: 10, oferta: 4 });
  expect(await lowest({ p_producto: producto })).toBeNull();
});

test('editions and bundles have their own history', async () => {
  const producto = await createProduct(sql, { precio: 10 });
  const edicion = await createEdition(sql, producto, { precio: 20 });
  const bundle = await createBundle(sql, [producto], { precio: 30 });
  await sql`update ediciones set oferta = 15 where id = ${edicion}`;
  await sql`update bundles set oferta = 15 where id = ${bundle}`;
  expect(await lowest({ p_producto: producto, p_edicion: edicion })).toBe('20.00');
  expect(await lowest({ p_producto: null, p_bundle: bundle })).toBe('30.00');
  expect(await lowest({ p_producto: producto })).toBeNull();
});

test('the history ends with the valid price after two conflicting changes', async () => {
  const producto = await createProduct(sql, { precio: 10 });
  const change = (own: Sql, precio: number) => own`update productos set precio = ${precio} where id = ${producto}`;
  await sql.begin(async (begun) => {
    const earlier = begun as unknown as Sql;
    await earlier`select now()`;
    await change(sql, 20);
    await change(earlier, 30);
  });
  expect(
    await sql`select precio::float from historial_precios where producto_id = ${producto} order by desde, id`,
  ).toEqual([{ precio: 10 }, { precio: 20 }, { precio: 30 }]);
  expect(await sql`select nombre from privado.invariantes(array['precios_en_su_historia']) where cuenta > 0`).toEqual(
    [],
  );
});

test('the lowest prices of a product are those of its own editions on offer', async () => {
  const [producto, other] = [
    await createProduct(sql, { precio: 10 }),
    await createProduct(sql, { precio: 10, oferta: 9 }),
  ];
  const edition = await createEdition(sql, producto, { nombre: 'Oro', precio: 20, oferta: 15 });
  await createEdition(sql, producto, { nombre: 'Plata', precio: 18 });
  await createEdition(sql, other, { nombre: 'Oro', precio: 30, oferta: 25 });
  const rows = await sql`select edicion_id from precios_minimos(${producto})`;
  expect(rows.map(({ edicion_id }) => edicion_id)).toEqual([edition]);
});
