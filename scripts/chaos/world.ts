import { createRandom } from '@unstore/processes';
import type postgres from 'postgres';
import { createCodes, createCoupon, createProduct, type Product } from './goods.ts';
import { createPerson, type Env, type Person } from './people.ts';

/** People and products of the run, in addition to the demo data. */
export type World = {
  people: Person[];
  creators: Person[];
  admin: Person;
  moderator: Person;
  products: Product[];
  /** Products with few units and high demand. */
  scarce: Product[];
  free: Product[];
  clubOnly: Product[];
  packs: Product[];
  coupons: Array<{ code: string; product: Product }>;
  codes: string[];
};

async function many<Item>(count: number, make: (index: number) => Promise<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) items.push(await make(index));
  return items;
}

/** Creates the people and products of a run. All but the sessions derives from the seed. */
export async function createWorld(sql: postgres.Sql, env: Env, seed: number, peopleCount: number): Promise<World> {
  const random = createRandom(seed, 'world');
  // Makes shares withdrawable at once, and makes payments wait for invoices.
  await sql`update configuracion_global set dias_retencion = 0, vendedor_nombre = 'Tienda de Prueba, S. L.',
    vendedor_nif = 'B12345674', vendedor_direccion = 'Calle Mayor 1, Madrid'`;
  const creators = await many(8, () => createPerson(sql, env, random));
  const creator = (index: number) => creators[index % creators.length] as Person;
  const make = (count: number, kind: (index: number) => Parameters<typeof createProduct>[3]) =>
    many(count, (index) => createProduct(sql, random, creator(index), kind(index)));
  const products = await make(60, (index) => ({
    ...(index % 5 === 0 ? { units: 100_000 } : {}),
    reservation: index % 12 === 7,
  }));
  const codeGoods = await make(4, () => ({}));
  return {
    people: await many(peopleCount, () => createPerson(sql, env, random)),
    creators,
    admin: await createPerson(sql, env, random, 'admin'),
    moderator: await createPerson(sql, env, random, 'moderador'),
    products,
    scarce: await make(12, () => ({ units: random.int(3, 25) })),
    free: await make(4, () => ({ free: true })),
    clubOnly: await make(4, () => ({ clubOnly: true })),
    packs: await make(3, () => ({ coins: random.int(500, 5000) })),
    coupons: await many(10, async (index) => {
      const product = products[index] as Product;
      return { product, code: await createCoupon(sql, random, product, random.int(2, 40)) };
    }),
    codes: (await many(4, (index) => createCodes(sql, random, codeGoods[index] as Product, 100))).flat(),
  };
}
