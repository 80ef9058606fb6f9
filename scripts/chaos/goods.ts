import type { Random } from '@unstore/processes';
import type postgres from 'postgres';
import type { Person } from './people.ts';

export type Product = { id: string; slug: string; creator: Person; units: number | null };

/** Attributes of a product besides its price. */
export type Kind = { units?: number; reservation?: boolean; clubOnly?: boolean; free?: boolean; coins?: number };

/** Creates an approved product of a creator, modelled on one of the demo data. */
export async function createProduct(
  sql: postgres.Sql,
  random: Random,
  creator: Person,
  { units, reservation = false, clubOnly = false, free = false, coins }: Kind = {},
): Promise<Product> {
  const id = random.uuid();
  const slug = `caos-${id.slice(0, 13)}`;
  const price = free ? 0 : random.int(60, 4000) / 100;
  await sql`insert into productos (id, nombre, slug, precio, portada_url, category, status, usuario_id, download_link,
      unidades, stock, reserva, club_only, uncoins)
    select ${id}, ${slug}, ${slug}, ${price}, portada_url, ${coins ? 'uncoins' : 'plugin'}, 'approved', ${creator.id},
      download_link, ${units ?? null}, true, ${reservation}, ${clubOnly}, ${coins ?? null}
    from productos where slug = 'domador'`;
  return { id, slug, creator, units: units ?? null };
}

/** Creates single-use redeem codes. */
export async function createCodes(sql: postgres.Sql, random: Random, product: Product, count: number) {
  const codes = Array.from({ length: count }, () => random.uuid().slice(0, 18).toUpperCase());
  for (const code of codes) await sql`insert into codigos_canjes (codigo, id_producto) values (${code}, ${product.id})`;
  return codes;
}

/** Creates a coupon of the shop: ten percent, with a limited number of uses. */
export async function createCoupon(sql: postgres.Sql, random: Random, product: Product, uses: number) {
  const code = `CAOS${random.int(1_000_000, 9_999_999)}`;
  await sql`insert into codigos_cupones (codigo, product_id, percent_discount, usos_max)
    values (${code}, ${product.id}, 10, ${uses})`;
  return code;
}
