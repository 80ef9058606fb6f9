import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { buy, createEdition, createProduct, createUser } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { scannedBy } from './scans.ts';

const db = await openDatabase({ connections: 6 });
const { sql } = db;

const keep = async (user: string, product: string) =>
  sql`insert into favoritos (user_id, producto_id) values (${user}, ${product})`;
const fan = async (product: string) => {
  const user = await createUser(sql);
  await keep(user, product);
  return user;
};
const notify = (limit?: number) => db.callService<number>('avisar_favoritos', { p_limite: limit ?? 1000 });
const bellOf = async (user: string) =>
  (await sql`select datos from notificaciones where user_id = ${user} and tipo = 'favorito' order by id`).map(
    ({ datos }) => datos,
  );
const mails = async (user: string) =>
  (await sql`select datos from correos where user_id = ${user} and plantilla = 'favorito'`).map(({ datos }) => datos);
/** Ages the price of a product. */
const ageprices = (product: string) =>
  sql`update historial_precios set desde = desde - interval '20 days' where producto_id = ${product}`;

// Each test starts without pending notifications.
beforeEach(async () => {
  await notify(5000);
  await sql`update correos set estado = 'enviado' where estado = 'pendiente'`;
});

describe('an offer', () => {
  test('is notified once to each person who saved the product, by mail if they want to', async () => {
    const product = await createProduct(sql, { nombre: 'Farol' });
    const [quiet, eager, stranger] = [await fan(product), await fan(product), await createUser(sql)];
    expect(await db.callAs(eager, 'guardar_preferencias', { p_favoritos: true })).toEqual({ ok: true });
    await ageprices(product);
    await sql`update productos set oferta = 7 where id = ${product}`;
    expect(await notify()).toBe(2);
    const news = { motivo: 'oferta', nombre: 'Farol', precio_centimos: 1000, oferta_centimos: 700 };
    expect(await bellOf(quiet)).toMatchObject([news]);
    expect(await bellOf(eager)).toMatchObject([news]);
    expect([await bellOf(stranger), await mails(quiet)]).toEqual([[], []]);
    expect(await mails(eager)).toMatchObject([{ ...news, usuario: eager }]);
    expect(await notify()).toBe(0);
    expect(await mails(eager)).toHaveLength(1);
    // A person who saves it later sees the offer; only the next offer is notified to all.
    const late = await fan(product);
    expect(await notify()).toBe(0);
    await sql`update productos set oferta = 5 where id = ${product}`;
    expect(await notify()).toBe(3);
    expect([await bellOf(quiet), await bellOf(late)].map((list) => list.length)).toEqual([2, 1]);
  });

  test('is ignored if the price is not lower, or if it has ended by then', async () => {
    const product = await createProduct(sql);
    const person = await fan(product);
    await ageprices(product);
    await sql`update productos set oferta = 7 where id = ${product}`;
    await sql`update productos set oferta = null where id = ${product}`;
    expect(await notify()).toBe(0);
    // Dearer for a day, and then on offer at the previous price.
    await sql`update productos set precio = 14 where id = ${product}`;
    await sql`update productos set oferta = 10 where id = ${product}`;
    expect(await notify()).toBe(0);
    await sql`update productos set oferta = 6 where id = ${product}`;
    await sql`update novedades_producto set created_at = now() - interval '8 days' where terminada_at is null`;
    expect(await notify()).toBe(0);
    expect(await bellOf(person)).toEqual([]);
  });

  test('of an edition names the edition', async () => {
    const product = await createProduct(sql);
    const edition = await createEdition(sql, product, { nombre: 'Maestra' });
    const person = await fan(product);
    await ageprices(product);
    await sql`update ediciones set oferta = 15 where id = ${edition}`;
    expect(await notify()).toBe(1);
    expect(await bellOf(person)).toMatchObject([{ motivo: 'oferta', edicion: 'Maestra', oferta_centimos: 1500 }]);
  });

  test('is not notified to owners, the creator, banned people and deleted accounts', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator });
    await keep(creator, product);
    const [owner, banned, gone, former] = [
      await fan(product),
      await fan(product),
      await fan(product),
      await fan(product),
    ];
    for (const person of [owner, former]) await buy(db, person, { producto: product });
    await sql`update adquisiciones set revocada_at = now() where user_id = ${former}`;
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${banned}`;
    await sql`update usuarios_meta set borrada_at = now() where id = ${gone}`;
    await ageprices(product);
    await sql`update productos set oferta = 7 where id = ${product}`;
    expect(await notify()).toBe(1);
    expect(await bellOf(former)).toHaveLength(1);
  });
});

test('a favourite back in stock is notified once a day', async () => {
  const product = await createProduct(sql, { unidades: 0 });
  const person = await fan(product);
  await sql`update productos set unidades = 3 where id = ${product}`;
  await sql`update productos set unidades = 0 where id = ${product}`;
  expect(await notify()).toBe(0);
  await sql`update productos set unidades = 1 where id = ${product}`;
  expect(await notify()).toBe(0);
  await sql`update novedades_producto set clave = '2000-01-01' where producto_id = ${product}`;
  await sql`update productos set unidades = 0 where id = ${product}`;
  await sql`update productos set unidades = 2 where id = ${product}`;
  expect(await notify()).toBe(1);
  await sql`update productos set stock = false where id = ${product}`;
  await sql`update productos set stock = true where id = ${product}`;
  expect(await notify()).toBe(0);
  expect(await bellOf(person)).toMatchObject([{ motivo: 'disponible' }]);
  // An approval does not mean that it was sold out.
  await sql`update productos set status = 'pending', disponibilidad = false where id = ${product}`;
  await sql`update productos set status = 'approved', disponibilidad = true where id = ${product}`;
  expect(await notify()).toBe(0);
});

test('a released favourite is notified once, on its day or earlier', async () => {
  const [early, today, later] = await Promise.all(
    ['privado.hoy() + 9', 'privado.hoy()', 'privado.hoy() + 1'].map(async (day) => {
      const id = await createProduct(sql, { reserva: true });
      await sql.unsafe(`update productos set fecha_lanzamiento = ${day} where id = '${id}'`);
      return id;
    }),
  );
  const people = await Promise.all([early, today, later].map((id) => fan(String(id))));
  await sql`update productos set reserva = false where id = ${String(early)}`;
  expect(await notify()).toBe(2);
  expect(await bellOf(String(people[0]))).toMatchObject([{ motivo: 'estreno' }]);
  expect(await bellOf(String(people[1]))).toMatchObject([{ motivo: 'estreno' }]);
  expect(await bellOf(String(people[2]))).toEqual([]);
  await sql`update productos set reserva = false where id = ${String(today)}`;
  expect(await notify()).toBe(0);
});

describe('many people', () => {
  test('are notified in batches, each once, even by two concurrent jobs', async () => {
    const product = await createProduct(sql);
    const other = await createProduct(sql);
    const people = await Promise.all(Array.from({ length: 40 }, () => fan(product)));
    await Promise.all(people.map((person) => keep(person, other)));
    await ageprices(product);
    await sql`update productos set oferta = 7 where id in ${sql([product, other])}`;
    await ageprices(other);
    expect(await notify(15)).toBe(15);
    const rest = [];
    for (let run = 0; run < 5; run += 1) rest.push(...(await Promise.all([notify(15), notify(15)])));
    expect(rest.reduce((sum, count) => sum + count, 0)).toBe(65);
    for (const id of [product, other]) {
      const [row] = await sql`select count(*)::int as n, count(distinct user_id)::int as people from notificaciones
        where datos ->> 'slug' = (select slug from productos where id = ${id})`;
      expect(row).toEqual({ n: 40, people: 40 });
    }
  });

  test('are found by an index, a thousand in two batches', { tags: 'nightly' }, async () => {
    const product = await createProduct(sql);
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      select gen_random_uuid(), 'muchos' || n || '@gmail.com', now(),
        jsonb_build_object('username', 'muchos' || n, 'display_name', 'muchos' || n) from generate_series(1, 1000) n`;
    // This product has a twentieth of all favourites, so a sequential scan would be slower.
    const others = await Promise.all(Array.from({ length: 19 }, () => createProduct(sql)));
    await sql`insert into favoritos (user_id, producto_id)
      select id, unnest(${[product, ...others]}::uuid[]) from usuarios_meta where username like 'muchos%'`;
    await ageprices(product);
    await sql`update productos set oferta = 7 where id = ${product}`;
    await sql`analyze`;
    const found: number[] = [];
    const work = async (tx: Sql) => {
      for (let turn = 0; turn < 2; turn += 1)
        found.push((await tx<[{ count: number }]>`select avisar_favoritos(600) as count`)[0].count);
    };
    expect(await db.asService((tx) => scannedBy(tx, ['favoritos'], work))).toEqual([]);
    expect(found).toEqual([600, 400]);
  });
});

test('outdated notifications are closed in batches', async () => {
  const product = await createProduct(sql);
  const person = await fan(product);
  await sql`insert into novedades_producto (producto_id, tipo, clave, precio, oferta)
    select ${product}, 'oferta', 'vieja ' || n, 10, 5 from generate_series(1, 900) n`;
  const open = async () =>
    (await sql`select from novedades_producto where producto_id = ${product} and terminada_at is null`).length;
  expect([await notify(400), await open()]).toEqual([0, 500]);
  await sql`update productos set disponibilidad = false where id = ${product}`;
  await sql`update productos set disponibilidad = true where id = ${product}`;
  expect([await notify(400), await open()]).toEqual([0, 101]);
  expect([await notify(400), await open()]).toEqual([1, 0]);
  expect(await bellOf(person)).toMatchObject([{ motivo: 'disponible' }]);
});

test('a quarantine that ends is no news, nor is a file that replaces one in quarantine', async () => {
  const note = (ruta: string, resultado: string, hallazgo: string | null) =>
    db.callService('anotar_analisis', {
      p_ruta: ruta,
      p_huella: 'a'.repeat(64),
      p_resultado: resultado,
      p_hallazgo: hallazgo,
      p_firmas: 'v1',
    });
  const creator = await createUser(sql);
  const [ended, released] = [`descargas/${creator}/1/a.jar`, `descargas/${creator}/1/b.jar`];
  const product = await createProduct(sql, { usuario_id: creator, download_link: ended });
  const awaited = await createProduct(sql, { usuario_id: creator, download_link: released, reserva: true });
  const [one, other] = [await fan(product), await fan(awaited)];
  for (const ruta of [ended, released]) await note(ruta, 'hallazgo', 'Win.Stealer');
  await note(ended, 'limpio', null);
  await sql`update productos set reserva = false, download_link = ${`descargas/${creator}/1/c.jar`} where id = ${awaited}`;
  await notify();
  expect((await bellOf(one)).map(({ motivo }) => motivo)).toEqual([]);
  expect((await bellOf(other)).map(({ motivo }) => motivo)).toEqual(['estreno']);
  // Back in stock while its file is in quarantine: nobody can buy it.
  await sql`update productos set stock = false where id = ${product}`;
  await note(ended, 'hallazgo', 'Win.Stealer');
  await sql`update productos set stock = true where id = ${product}`;
  await notify();
  expect(await bellOf(one)).toEqual([]);
});

test('closed notifications are deleted after ninety days, but not those of a release', async () => {
  const product = await createProduct(sql);
  await sql`insert into novedades_producto (producto_id, tipo, clave, precio, oferta, terminada_at)
    values (${product}, 'oferta', 'vieja 1', 10, 5, now() - interval '91 days'),
      (${product}, 'oferta', 'vieja 2', 10, 5, now() - interval '91 days'),
      (${product}, 'oferta', 'reciente', 10, 5, now() - interval '89 days'),
      (${product}, 'estreno', 'estreno', null, null, now() - interval '91 days')`;
  await notify();
  const left = await sql`select clave from novedades_producto where producto_id = ${product} order by clave`;
  expect(left.map(({ clave }) => clave)).toEqual(['estreno', 'reciente']);
});

describe('the mails', () => {
  test('pause when their number would delay other mails', async () => {
    const product = await createProduct(sql);
    const person = await fan(product);
    await sql`insert into correos (clave, user_id, plantilla) select 'lleno:' || n, ${person}, 'favorito'
      from generate_series(1, 500) n`;
    await ageprices(product);
    await sql`update productos set oferta = 7 where id = ${product}`;
    expect(await notify()).toBe(0);
    await sql`delete from correos where clave like 'lleno:%'`;
    expect(await notify()).toBe(1);
  });

  test('have an unsubscribe link without a session, for their recipient only', async () => {
    const [person, other] = [await createUser(sql), await createUser(sql)];
    for (const one of [person, other]) {
      await db.callAs(one, 'guardar_preferencias', { p_favoritos: true });
      await sql`insert into correos (clave, user_id, plantilla) values (${`baja:${one}`}, ${one}, 'favorito')`;
    }
    const key = await db.callService<string>('clave_de_sellos');
    const seal = createHmac('sha256', Buffer.from(key, 'hex'))
      .update(`dejar_correos\nfavoritos\n${person}`)
      .digest('hex');
    const leave = (p_usuario: string, p_sello: string) =>
      db.callAnon('dejar_correos', { p_usuario, p_tipo: 'favoritos', p_sello });
    expect(await leave(other, seal)).toEqual({ ok: false, error: 'sello_no_valido' });
    for (let time = 0; time < 2; time += 1) expect(await leave(person, seal)).toEqual({ ok: true });
    const wishes =
      await sql`select user_id, correo_favoritos from preferencias_aviso where user_id in ${sql([person, other])}`;
    expect(Object.fromEntries(wishes.map((row) => [row.user_id, row.correo_favoritos]))).toEqual({
      [person]: false,
      [other]: true,
    });
    expect([await mails(person), await mails(other)].map((list) => list.length)).toEqual([0, 1]);
  });
});

test('only the shop’s job sends them, and only a complete session sets the preference', async () => {
  const person = await createUser(sql);
  await expect(db.callAs(person, 'avisar_favoritos', {})).rejects.toThrow(/permission denied/);
  await expect(db.callAnon('guardar_preferencias', { p_favoritos: true })).rejects.toThrow(/permission denied/);
  await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${person}`;
  expect(await db.callAs(person, 'guardar_preferencias', { p_favoritos: true })).toMatchObject({ ok: false });
});
