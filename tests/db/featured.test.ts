import { beforeEach, expect, test } from 'vitest';
import { createProduct, createUser, editProduct } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 6 });
const { sql } = db;
const admin = await createUser(sql, { role: 'admin' });

const product = async (slug: string, more: Record<string, unknown> = {}) => createProduct(sql, { slug, ...more });
const feature = (slug: string, from: string | null = null, to: string | null = null) =>
  db.callAs(admin, 'admin_destacar', { p_slug: slug, p_desde: from, p_hasta: to });
const remove = (id: string) => db.callAs(admin, 'admin_quitar_destacado', { p_producto: id });
const listed = async () =>
  (await sql`select producto_id as id from destacados order by orden, producto_id`).map(({ id }) => id);
/** Orders the list as a page does that shows it as it is now, or as it was (`shown`). */
const order = async (ids: string[], shown?: string[]) =>
  db.callAs(admin, 'admin_ordenar_destacados', { p_productos: ids, p_base: shown ?? (await listed()) });
const now = () => db.callAnon<string[]>('destacados_ahora', {});
const at = async (moment: string) =>
  (await db.callAs<{ en: string[] }>(admin, 'admin_destacados', { p_momento: moment })).en;
const flagged = async (id: string) => (await sql`select destacado from productos where id = ${id}`)[0]?.destacado;
const typed = async (from: string) =>
  String((await sql`select privado.momento_escrito(now() + ${from}::interval) as text`)[0]?.text);
const toShow = () => db.callService<number>('destacados_por_mostrar');

beforeEach(async () => {
  await sql`delete from destacados`;
});

test('featured products have an order and dates, and scheduled ones are hidden', async () => {
  const [one, two, hidden] = [await product('uno'), await product('dos'), await product('tres')];
  expect(await feature('uno')).toEqual({ ok: true });
  expect(await feature('dos', '2090-01-01T10:00')).toEqual({ ok: true });
  expect(await feature('tres')).toEqual({ ok: true });
  await sql`update productos set status = 'pending' where id = ${hidden}`;
  expect(await now()).toEqual([one]);
  expect(await order([two, one, hidden])).toEqual({ ok: true });
  expect(await at('2090-01-01T09:59')).toEqual([one]);
  expect(await at('2090-01-01T10:00')).toEqual([two, one]);
  expect(await feature('uno', null, '2089-01-01T10:00')).toEqual({ ok: true });
  expect(await at('2090-01-01T10:00')).toEqual([two]);
  for (const [from, to] of [
    ['2090-01-02T10:00', '2090-01-01T10:00'],
    ['2090-01-01T10:00', '2090-01-01T10:00'],
    ['mañana', null],
    [null, 'mañana'],
    [null, '2020-01-01T10:00'],
  ] as const) {
    expect(await feature('uno', from, to)).toEqual({ ok: false, error: 'fechas_no_validas' });
  }
  expect(await feature('nadie')).toEqual({ ok: false, error: 'producto_no_encontrado' });
  const acts = await sql`select accion from auditoria where objeto_id in ${sql([one, 'destacados'])} order by id`;
  expect(acts.map(({ accion }) => accion)).toEqual(['destacar', 'ordenar_destacados', 'destacar']);
});

test('the product form and the list of featured products agree', async () => {
  const [early, other] = [await product('antes', { destacado: true }), await product('otro')];
  expect(await now()).toEqual([early]);
  await feature('otro');
  expect(await flagged(other)).toBe(true);
  const edit = (destacado: boolean) => editProduct(db, admin, early, { destacado });
  await edit(false);
  expect(await now()).toEqual([other]);
  await edit(true);
  expect(await now()).toEqual([other, early]);
  expect(await remove(other)).toEqual({ ok: true });
  expect(await remove(other)).toEqual({ ok: false, error: 'producto_no_encontrado' });
  expect([await flagged(other), await flagged(early)]).toEqual([false, true]);
  await sql`delete from productos where id = ${early}`;
  expect(await now()).toEqual([]);
});

test('reordering a changed list is refused, and concurrent additions are all kept', async () => {
  const ids = await Promise.all(['a-1', 'a-2', 'a-3', 'a-4'].map((slug) => product(slug)));
  const answers = await Promise.all([...ids.keys()].map((index) => feature(`a-${index + 1}`)));
  expect(answers).toEqual(ids.map(() => ({ ok: true })));
  const orders = await sql`select orden from destacados order by orden`;
  expect(orders.map(({ orden }) => orden)).toEqual([1, 2, 3, 4]);
  const [first = '', ...rest] = ids;
  expect(await order(rest)).toEqual({ ok: false, error: 'conflicto' });
  expect(await order([...rest, ...rest.slice(0, 1)])).toEqual({ ok: false, error: 'conflicto' });
  // The form of a product and the list lock in the same order and wait for each other.
  await Promise.all([remove(first), editProduct(db, admin, first, { destacado: false }), feature('a-1'), order(ids)]);
  const [row] = await sql`select p.destacado = exists (select from destacados d where d.producto_id = p.id) as same
    from productos p where p.id = ${first}`;
  expect(row?.same).toBe(true);
});

test('starts and ends of featured products are reported to the job once', async () => {
  const id = await product('con-fecha');
  await feature('con-fecha', await typed('1 hour'), await typed('2 hours'));
  expect(await toShow()).toBe(0);
  await sql`update destacados set desde = now() - interval '1 minute' where producto_id = ${id}`;
  expect([await toShow(), await toShow()]).toEqual([1, 0]);
  await sql`update destacados set desde = now() - interval '1 hour', hasta = now() where producto_id = ${id}`;
  expect([await toShow(), await toShow()]).toEqual([1, 0]);
});

test('only admins may read and change the list of featured products', async () => {
  const person = await createUser(sql, { role: 'moderador' });
  const id = await product('ajeno');
  const refused = { ok: false, error: 'sin_permiso' };
  expect(await db.callAs(person, 'admin_destacar', { p_slug: 'ajeno', p_desde: null, p_hasta: null })).toEqual(refused);
  expect(await db.callAs(person, 'admin_quitar_destacado', { p_producto: id })).toEqual(refused);
  expect(await db.callAs(person, 'admin_ordenar_destacados', { p_productos: [id], p_base: [id] })).toEqual(refused);
  expect(await db.callAs(person, 'admin_destacados', {})).toEqual(refused);
  await expect(db.callAnon('privado.destacados_en', { p_momento: '2090-01-01' })).rejects.toThrow(/permission denied/);
});

test('reordering from a stale tab is refused, and another admin’s order is kept', async () => {
  const ids = [await product('viejo-1'), await product('viejo-2'), await product('viejo-3')];
  for (const n of [1, 2, 3]) await feature(`viejo-${n}`);
  const shown = (await listed()) as string[];
  const [one = '', two = '', three = ''] = ids;
  expect(shown).toEqual(ids);
  expect(await order([two, one, three], shown)).toEqual({ ok: true });
  expect(await order([one, three, two], shown)).toEqual({ ok: false, error: 'conflicto' });
  expect(await listed()).toEqual([two, one, three]);
});
