import { beforeEach, expect, test } from 'vitest';
import { createProduct, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

type Entry = { nombre: string; modificado: string };
const start = '00000000-0000-0000-0000-000000000000';
const part = (map: string, p_desde = start, p_hasta: string | null = null) =>
  db.callAnon<Entry[]>(map, { p_desde, p_hasta });
const namesIn = async (...args: Parameters<typeof part>) => (await part(...args)).map(({ nombre }) => nombre);

async function productEntry(change: Record<string, unknown> = {}) {
  const [row] = await sql`select id, slug as name from productos where id = ${await createProduct(sql, change)}`;
  return row as unknown as { id: string; name: string };
}
async function creatorEntry() {
  const [row] = await sql`select u.id, display_name as name from usuarios_meta u join productos p on p.usuario_id = u.id
    where p.id = ${await createProduct(sql)}`;
  return row as unknown as { id: string; name: string };
}
async function questionsEntry() {
  const product = await productEntry();
  await sql`insert into preguntas (producto_id, user_id, texto, respuesta, respuesta_at)
    values (${product.id}, ${await createUser(sql)}, '¿Funciona con Paper?', 'Sí', now())`;
  return product;
}
async function postEntry() {
  const [row] = await sql`insert into publicaciones (autor_id, titulo, texto, audiencia, publicada_at)
    values (${await createUser(sql)}, 'Novedades', 'Nueva sala', 'publico', now()) returning id, id as name`;
  return row as unknown as { id: string; name: string };
}

beforeEach(async () => {
  await sql`delete from publicaciones`;
  await sql`update productos set archivado_at = now()`;
});

test.each([
  ['mapa_de_productos', productEntry],
  ['mapa_de_creadores', creatorEntry],
  ['mapa_de_preguntas', questionsEntry],
  ['mapa_de_publicaciones', postEntry],
])('an entry of %s belongs to the part that begins with it', async (map, create) => {
  const made = [await create(), await create(), await create()];
  const [first, second, third] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [
    { id: string; name: string },
    { id: string; name: string },
    { id: string; name: string },
  ];
  expect(await namesIn(map, start, second.id)).toEqual([first.name]);
  expect(await namesIn(map, second.id, third.id)).toEqual([second.name]);
  expect(await namesIn(map, third.id)).toEqual([third.name]);
});

test('products that are not on sale, and their creators, have no entry', async () => {
  await productEntry({ status: 'pending' });
  await productEntry({ archivado_at: new Date() });
  expect([await part('mapa_de_productos'), await part('mapa_de_creadores')]).toEqual([[], []]);
  const [row] = await sql`select productos_en_venta()::int as count`;
  expect(row?.count).toBe(0);
});

test('a product changes with its price, its versions and its approved revisions', async () => {
  const [{ id }, other] = [await productEntry(), await productEntry()];
  await sql`update productos set created_at = '2026-01-01', publicado_at = '2026-01-02' where id = ${id}`;
  await sql`update historial_precios set desde = '2026-01-03' where producto_id = ${id}`;
  const changed = async () => (await part('mapa_de_productos', id))[0]?.modificado.slice(0, 10);
  const review = (product: string, state: string, day: string) =>
    sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva, estado, decidida_at)
      select id, usuario_id, '{}', false, ${state}, ${day} from productos where id = ${product}`;
  const publish = (product: string, day: string) =>
    sql`insert into versiones_producto (producto_id, version, created_at) values (${product}, '2.0', ${day})`;
  await publish(other.id, '2026-02-01');
  await review(other.id, 'aprobada', '2026-02-01');
  await review(id, 'rechazada', '2026-01-06');
  expect(await changed()).toBe('2026-01-03');
  await publish(id, '2026-01-04');
  expect(await changed()).toBe('2026-01-04');
  await review(id, 'aprobada', '2026-01-05');
  expect(await changed()).toBe('2026-01-05');
});
