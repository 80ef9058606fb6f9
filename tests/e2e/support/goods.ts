import { randomUUID } from 'node:crypto';
import { database } from './database.ts';
import type { Person } from './people.ts';

export type Product = { id: string; slug: string; name: string };

/** An approved product of a test's own, made after the seed's `domador`, with these columns changed. */
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

/** Gives a person an order without a purchase. Answers its id. */
export async function giveOrder(person: Pick<Person, 'id'>, slug: string): Promise<string> {
  const [order] = await database()`
    insert into adquisiciones (user_id, producto_id, es_reserva, precio_pagado, minecraft_name)
    select ${person.id}, id, reserva, 0, 'jugador_1' from productos where slug = ${slug} returning id`;
  return order?.id;
}

/** Gives a person coins, through the ledger that their balance is the sum of. */
export async function giveCoins(person: Pick<Person, 'id'>, coins: number): Promise<void> {
  await database()`insert into movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (${person.id}, ${coins}, 'ajuste', gen_random_uuid()::text)`;
}
