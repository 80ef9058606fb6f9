import { randomUUID } from 'node:crypto';
import { database } from './database.ts';
import type { Person } from './people.ts';

export type Product = { id: string; slug: string; name: string };

/** Creates an approved product for one test, based on the seed's `domador` with these columns changed. */
export async function createProduct(change: Record<string, unknown> = {}): Promise<Product> {
  const [id, slug] = [randomUUID(), `prueba-${randomUUID()}`];
  const name = `Prueba ${id.slice(0, 8)}`;
  const sql = database();
  await sql`insert into productos (id, nombre, slug, precio, portada_url, category, status, usuario_id, download_link)
    select ${id}, ${name}, ${slug}, 9, portada_url, 'plugin', ${String(change.status ?? 'approved')}, usuario_id,
      download_link
    from productos where slug = 'domador'`;
  if (Object.keys(change).length > 0) await sql`update productos set ${sql(change)} where id = ${id}`;
  return { id, slug, name };
}

/** Creates answered questions about a product, numbered from 1. */
export async function createQuestions(product: Product, creator: Person, asker: Person, count: number): Promise<void> {
  await database()`insert into preguntas (producto_id, user_id, texto, respuesta, respuesta_at, respuesta_de)
    select ${product.id}, ${asker.id}, 'Pregunta número ' || n, 'Respuesta', now() - n * interval '1 minute', ${creator.id}
    from generate_series(1, ${count}) n`;
}

/** Gives a person an order without a purchase. Returns its id. */
export async function giveOrder(person: Pick<Person, 'id'>, slug: string): Promise<string> {
  const [order] = await database()`
    insert into adquisiciones (user_id, producto_id, es_reserva, precio_pagado, minecraft_name)
    select ${person.id}, id, reserva, 0, 'jugador_1' from productos where slug = ${slug} returning id`;
  return order?.id;
}

/** Gives a person an order by a redeemed code. */
export async function giveByCode(person: Pick<Person, 'id'>, slug: string): Promise<void> {
  const sql = database();
  await sql`insert into codigos_canjes (codigo, id_producto, canjeado, canjeado_por, canjeado_at)
    select ${randomUUID().slice(0, 18).toUpperCase()}, id, true, ${person.id}, now() from productos where slug = ${slug}`;
  await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    select ${person.id}, id, 'codigo', 0, 'jugador_1' from productos where slug = ${slug}`;
}

/** Makes a person a Club member until tomorrow, as after a cancellation. */
export async function giveClub(person: Pick<Person, 'id'>): Promise<void> {
  const sql = database();
  const reference = `sub_prueba_${randomUUID()}`;
  const [from, until] = [new Date(), new Date(Date.now() + 86_400_000)];
  const paid = { estado: 'pagado', centimos: 390, moneda: 'eur', devuelto_centimos: 0, perdido: false };
  const charge = {
    factura: `in_${reference}`,
    desde: from.toISOString(),
    hasta: until.toISOString(),
    pagado_at: from.toISOString(),
  };
  await sql`select aplicar_suscripcion(${person.id}, ${reference}, 'monthly', 'cancelada_al_final', ${from}, ${until},
    ${from}, ${sql.json([{ ...paid, ...charge }])})`;
}

/** Credits coins to a person through the ledger. */
export async function giveCoins(person: Pick<Person, 'id'>, coins: number): Promise<void> {
  await database()`insert into movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (${person.id}, ${coins}, 'ajuste', gen_random_uuid()::text)`;
}

/** Publishes a post of a creator. Returns its id. */
export async function createPost(author: Person, audience: 'publico' | 'seguidores'): Promise<string> {
  const [post] = await database()`insert into publicaciones (autor_id, titulo, texto, audiencia, publicada_at)
    values (${author.id}, 'La torre crece', '<p>Una sala nueva.</p>', ${audience}, now()) returning id`;
  return String(post?.id);
}
