import { expect, test } from 'vitest';
import { buy, createProduct, createUser, refundAll } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const note = (who: string, payment: string, fuente: unknown, etiqueta: unknown = null) =>
  db.callAs(who, 'anotar_procedencia', { p_pago: payment, p_fuente: fuente, p_etiqueta: etiqueta });
const sourcesOf = async (creator: string, filter: Record<string, unknown> = {}) =>
  (await db.callAs(creator, 'mis_procedencias', filter)).procedencias;
const recorded = (payment: string) => sql`select fuente, etiqueta from procedencias_pago where pago_id = ${payment}`;

test('a payment keeps the first source sent by its buyer, and no other', async () => {
  const creator = await createUser(sql);
  const [buyer, stranger] = [await createUser(sql), await createUser(sql)];
  const { id } = await buy(db, buyer, { producto: await createProduct(sql, { usuario_id: creator }) });
  for (const who of [stranger, creator]) {
    expect(await note(who, id, 'inicio')).toMatchObject({ ok: false, error: 'no_existe' });
  }
  for (const [source, tag] of [
    ['banco', null],
    [null, null],
    ['enlace', 'Ana Pérez'],
    ['enlace', 'x'.repeat(31)],
    ['enlace', 'ana@example.com'],
    ['perfil', 'boletin'],
  ]) {
    expect(await note(buyer, id, source, tag)).toMatchObject({ ok: false, error: 'datos_no_validos' });
  }
  expect(await recorded(id)).toEqual([]);
  expect(await note(buyer, id, 'enlace', 'boletin')).toEqual({ ok: true });
  expect(await note(buyer, id, 'inicio')).toEqual({ ok: true });
  expect(await recorded(id)).toEqual([{ fuente: 'enlace', etiqueta: 'boletin' }]);
  expect(await db.callAs(buyer, 'mis_datos')).toMatchObject({
    pagos: [{ id, procedencia: { fuente: 'enlace', etiqueta: 'boletin' } }],
  });
});

test('a payment older than a day accepts no source', async () => {
  const buyer = await createUser(sql);
  const { id } = await buy(db, buyer, { producto: await createProduct(sql) });
  await sql`update pagos set created_at = now() - interval '25 hours' where id = ${id}`;
  expect(await note(buyer, id, 'inicio')).toMatchObject({ ok: false, error: 'no_existe' });
});

test('a creator sees own sales by source, which add up to the totals', async () => {
  const [creator, other, buyer] = [await createUser(sql), await createUser(sql), await createUser(sql)];
  const mine = () => createProduct(sql, { usuario_id: creator, precio: 10 });
  const first = await mine();
  const byLink = await buy(db, buyer, { producto: first });
  const refunded = await buy(db, buyer, { producto: await mine() });
  const bySearch = await buy(db, buyer, { producto: await mine() });
  await buy(db, buyer, { producto: await mine() });
  const foreign = await buy(db, buyer, { producto: await createProduct(sql, { usuario_id: other, precio: 10 }) });
  await note(buyer, byLink.id, 'enlace', 'boletin');
  await note(buyer, refunded.id, 'enlace', 'boletin');
  await note(buyer, bySearch.id, 'busqueda');
  await note(buyer, foreign.id, 'inicio');
  await refundAll(db, refunded);

  const sources = await sourcesOf(creator);
  expect(sources).toEqual([
    { fuente: 'enlace', etiqueta: 'boletin', ventas: 2, pagado_centimos: 2000, neto_centimos: 200 },
    { fuente: 'busqueda', etiqueta: null, ventas: 1, pagado_centimos: 1000, neto_centimos: 200 },
    { fuente: null, etiqueta: null, ventas: 1, pagado_centimos: 1000, neto_centimos: 200 },
  ]);
  expect(await db.callAs(creator, 'mis_ventas_totales')).toMatchObject({
    ventas: 4,
    pagado_centimos: 4000,
    neto_centimos: 600,
  });
  expect(await sourcesOf(creator, { p_producto: first })).toMatchObject([{ etiqueta: 'boletin', ventas: 1 }]);
  expect(await sourcesOf(creator, { p_desde: '2099-01-01' })).toEqual([]);
  expect(await sourcesOf(buyer)).toEqual([]);

  const [order] = await sql`select id from adquisiciones where pago_id = ${byLink.id}`;
  expect(await db.callAs(creator, 'mi_venta', { p_pedido: order?.id })).toMatchObject({
    ok: true,
    procedencia: { fuente: 'enlace', etiqueta: 'boletin' },
  });
});
