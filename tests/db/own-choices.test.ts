import { expect, test } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

type Choices = { mas: boolean; productos: Array<{ id: string; nombre: string; elegido: boolean }> };
/** The names of the choices of a creator, chosen ones in brackets. */
const choicesOf = async (creator: string, args: Record<string, unknown> = {}) => {
  const { mas, productos } = await db.callAs<Choices>(creator, 'mis_productos_para', { p_para: 'pack', ...args });
  return { mas, names: productos.map(({ nombre, elegido }) => (elegido ? `(${nombre})` : nombre)) };
};

test('a bundle can have the own products on sale, an extension extends any but extensions', async () => {
  const [creator, other] = [await createUser(sql), await createUser(sql)];
  const own = (nombre: string, more: object = {}) => createProduct(sql, { usuario_id: creator, nombre, ...more });
  const arch = await own('Árbol', { nombre_en: 'Tree' });
  await own('Barca', { nombre_en: 'A boat' });
  const waiting = await own('Cueva', { status: 'pending' });
  await own('Dragón', { DLC: true });
  const gone = await own('Espada', { archivado_at: new Date() });
  await createProduct(sql, { usuario_id: other, nombre: 'Faro' });
  const of = (args: Record<string, unknown>) => choicesOf(creator, args);
  expect(await of({})).toEqual({ mas: false, names: ['Árbol', 'Barca', 'Dragón'] });
  expect(await of({ p_para: 'base' })).toEqual({ mas: false, names: ['Árbol', 'Barca', 'Cueva'] });
  expect((await of({ p_ingles: true })).names).toEqual(['Barca', 'Dragón', 'Árbol']);
  expect((await of({ p_texto: ' ARB ' })).names).toEqual(['Árbol']);
  expect((await of({ p_texto: 'tree', p_ingles: true })).names).toEqual(['Árbol']);
  expect((await of({ p_texto: 'tree' })).names).toEqual([]);
  expect((await of({ p_sin: arch })).names).toEqual(['Barca', 'Dragón']);
  // Chosen products come first and twice, whatever their state, but never the edited one or somebody else's.
  const [foreign] = await sql`select id from productos where usuario_id = ${other}`;
  const p_elegidos = [waiting, gone, arch, foreign?.id];
  expect((await of({ p_elegidos })).names).toEqual(['(Cueva)', '(Espada)', '(Árbol)', 'Árbol', 'Barca', 'Dragón']);
  expect((await of({ p_elegidos, p_sin: arch, p_texto: 'barca' })).names).toEqual(['(Cueva)', '(Espada)', 'Barca']);
  expect(await choicesOf(other, { p_elegidos })).toEqual({ mas: false, names: ['(Faro)', 'Faro'] });
});

test('twenty products are listed, with a mark if there are more', async () => {
  const creator = await createUser(sql);
  const names = Array.from({ length: 20 }, (_, index) => `Pieza ${String(index).padStart(2, '0')}`);
  for (const nombre of names) await createProduct(sql, { usuario_id: creator, nombre });
  expect(await choicesOf(creator)).toEqual({ mas: false, names });
  await createProduct(sql, { usuario_id: creator, nombre: 'Pieza 20' });
  expect(await choicesOf(creator)).toEqual({ mas: true, names });
});
