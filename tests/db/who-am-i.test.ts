import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { questionOf } from '@/lib/account/identity/relation';
import { meRow, meWithRelationRow } from '@/lib/account/identity/row';
import { buy, createEdition, createFactor, createProduct, createSession, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

type Relation = {
  adquiridos: Array<{ id: string; producto_id: string }>;
  favoritos: string[];
  en_biblioteca: string[];
  siguiendo_ids: string[];
};
const nothing: Relation = { adquiridos: [], favoritos: [], en_biblioteca: [], siguiendo_ids: [] };
const asking = (product: string, creator: string) => ({
  p_adquiridos: [product],
  p_favoritos: [product],
  p_siguiendo: [creator],
});

/** Somebody who owns and has saved a product, and follows its creator. */
async function createFan() {
  const [fan, creator] = [await createUser(sql), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  await buy(db, fan, { producto: product });
  await sql`insert into favoritos (user_id, producto_id) values (${fan}, ${product})`;
  await sql`insert into follows (follower_id, following_id) values (${fan}, ${creator})`;
  return { fan, creator, product, ask: asking(product, creator) };
}

describe("a person's relation to a product and its creator", () => {
  test('covers the requested ids, for that person only, with or without the account data', async () => {
    const { fan, creator, product, ask } = await createFan();
    const [order] = await sql`select id from adquisiciones where user_id = ${fan}`;
    const known = {
      adquiridos: [{ id: order?.id, producto_id: product, edicion_id: null, origen: 'compra' }],
      favoritos: [product],
      en_biblioteca: [product],
      siguiendo_ids: [creator],
    };
    expect(await db.callAs(fan, 'mi_relacion', ask)).toEqual(known);
    expect(await db.callAs(fan, 'quien_soy', ask)).toMatchObject({ id: fan, favoritos: 1, relacion: known });
    expect(await db.callAs(fan, 'quien_soy')).toMatchObject({ id: fan, favoritos: 1, relacion: nothing });
    expect(await db.callAs(fan, 'mi_relacion', asking(await createProduct(sql), await createUser(sql)))).toEqual(
      nothing,
    );
    for (const other of [await createUser(sql), creator, await createUser(sql, { role: 'admin' })]) {
      expect(await db.callAs(other, 'mi_relacion', ask)).toEqual(nothing);
      expect(await db.callAs(other, 'quien_soy', ask)).toMatchObject({ id: other, favoritos: 0, relacion: nothing });
    }
    await expect(db.callAnon('mi_relacion', ask)).rejects.toThrow(/permission denied/);
    await expect(db.callAnon('quien_soy', ask)).rejects.toThrow(/permission denied/);
  });

  test('contains the oldest valid licence of each edition, purchased before lent ones', async () => {
    const { fan, product, ask } = await createFan();
    const edition = await createEdition(sql, product);
    const [bought] = await sql`select id from adquisiciones where user_id = ${fan}`;
    const give = async (origen: string, edicion_id: string | null, revocada_at: Date | null = null) => {
      const [row] = await sql`insert into adquisiciones ${sql({
        user_id: fan,
        producto_id: product,
        edicion_id,
        origen,
        precio_pagado: 0,
        revocada_at,
      })} returning id`;
      return row?.id;
    };
    const lent = await give('club', null);
    await give('regalo', null);
    await give('codigo', edition, new Date());
    const other = await give('regalo', edition);
    const { adquiridos } = await db.callAs<Relation>(fan, 'mi_relacion', ask);
    expect(adquiridos.map(({ id }) => id)).toEqual([bought?.id, other, lent]);
  });

  test('is refused to sessions that are banned, incomplete or ended, and to deleted accounts', async () => {
    const { fan, ask } = await createFan();
    const session_id = await createSession(sql, fan, 'aal1');
    const within = db.within({ aal: 'aal1', session_id });
    expect((await within.callAs<Relation>(fan, 'mi_relacion', ask)).favoritos).toHaveLength(1);

    await sql`update usuarios_meta set banned_until = 'infinity' where id = ${fan}`;
    expect(await within.callAs(fan, 'mi_relacion', ask)).toEqual(nothing);
    expect(await within.callAs(fan, 'quien_soy', ask)).toMatchObject({ banned_until: 'infinity', relacion: nothing });
    await sql`update usuarios_meta set banned_until = null where id = ${fan}`;

    await createFactor(sql, fan);
    expect(await within.callAs(fan, 'mi_relacion', ask)).toEqual(nothing);
    const half = { mfa_pendiente: true, favoritos: 0, siguiendo: [], uncoins: 0, avisos: 0, relacion: nothing };
    expect(await within.callAs(fan, 'quien_soy', ask)).toMatchObject(half);
    await sql`delete from auth.mfa_factors where user_id = ${fan}`;

    await sql`delete from auth.sessions where id = ${session_id}`;
    expect(await within.callAs(fan, 'mi_relacion', ask)).toEqual(nothing);
    expect(await within.callAs(fan, 'quien_soy', ask)).toBeNull();

    expect(await db.callAs(randomUUID(), 'mi_relacion', ask)).toEqual(nothing);
    await sql`update usuarios_meta set borrada_at = now() where id = ${fan}`;
    expect(await db.callAs(fan, 'mi_relacion', ask)).toEqual(nothing);
  });
});

test('the response stays below 20 kB and its address fits, even for a person with a thousand of everything', {
  tags: 'nightly',
}, async () => {
  const [fan, creator] = [await createUser(sql), await createUser(sql)];
  const products = await sql<Array<{ id: string }>>`
    insert into productos (nombre, slug, precio, portada_url, category, status, usuario_id)
    select 'Cosa ' || n, 'cosa-' || n, 10, '/media/portadas/p.webp', 'plugin', 'approved', ${creator}
    from generate_series(1, 1000) n returning id`;
  await sql`insert into adquisiciones (user_id, producto_id, precio_pagado)
    select ${fan}, id, 10 from productos where usuario_id = ${creator}`;
  await sql`insert into favoritos (user_id, producto_id)
    select ${fan}, id from productos where usuario_id = ${creator}`;
  // Signing up a thousand people would take longer than all tests of this file.
  const admin = db.openAdmin();
  await admin`set session_replication_role = replica`;
  await admin`insert into public.usuarios_meta (id, username, display_name, esqueleto, avatar_url)
    select id, 'seguido' || n, 'Nombre largo ' || n, 'seguido' || n,
      '/media/avatars/' || id || '/' || gen_random_uuid() || '.webp'
    from (select n, gen_random_uuid() as id from generate_series(1, 1000) n) x`;
  await sql`insert into follows (follower_id, following_id)
    select ${fan}, id from usuarios_meta where username like 'seguido%'`;
  const followed = await sql<Array<{ id: string }>>`select id from usuarios_meta where username like 'seguido%'`;

  const ids = (rows: Array<{ id: string }>, count: number) => rows.slice(0, count).map(({ id }) => id);
  // More than a page requests at once.
  const asked = { owned: ids(products, 40), favorites: ids(products, 120), following: ids(followed, 10) };
  expect(questionOf(asked).length).toBeLessThan(7_500);
  const row = await db.callAs(fan, 'quien_soy', {
    p_adquiridos: asked.owned,
    p_favoritos: asked.favorites,
    p_siguiendo: asked.following,
  });
  const relation = meWithRelationRow.parse(row);
  expect(relation.owned).toHaveLength(40);
  expect(relation.favoriteIds).toHaveLength(120);
  expect(relation.libraryIds).toHaveLength(120);
  expect(relation.followingIds).toHaveLength(10);
  const me = meRow.parse(row);
  expect([me.favorites, me.following.length]).toEqual([1000, 10]);
  expect(JSON.stringify({ status: 'user', user: { ...me, ...relation } }).length).toBeLessThan(20_000);

  // A product page requests itself and its recommendations; requesting everything returns no more.
  const page = await db.callAs(fan, 'quien_soy', asking(asked.owned[0] as string, asked.following[0] as string));
  expect(JSON.stringify(page).length).toBeLessThan(4_000);
  const all = await db.callAs<Relation>(fan, 'mi_relacion', {
    p_adquiridos: ids(products, 1000),
    p_favoritos: ids(products, 1000),
    p_siguiendo: ids(followed, 1000),
  });
  expect([all.adquiridos.length, all.favoritos.length, all.siguiendo_ids.length]).toEqual([60, 200, 20]);
});
