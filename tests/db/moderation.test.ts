import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createEdition,
  createProduct,
  createUser,
  decideRevision,
  editProduct,
  submission,
} from './factories.ts';
import { openDatabase } from './harness.ts';
import { addAction, whitelist } from './servers-fixture.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

const slug = () => `nuevo-${randomUUID()}`;
const json = (value: Record<string, unknown>) => sql.json(value as never);
const create = (who: string, change = {}, p_slug = slug()) =>
  db.callAs(who, 'crear_producto', { p_slug, p_contenido: json(submission(change)) });
const propose = (who: string, producto: unknown, change = {}) =>
  db.callAs(who, 'proponer_cambios', { p_producto: producto, p_contenido: json(submission(change)) });
const pending = async (producto: unknown) =>
  (await sql`select id from revisiones_producto where producto_id = ${String(producto)} and estado = 'pendiente'`)[0]
    ?.id;
const decide = async (who: string, producto: unknown, p_aprobar: boolean, p_motivos: string[] = [], p_nota = '') =>
  decideRevision(db, who, { p_revision: await pending(producto), p_aprobar, p_motivos, p_nota });
const product = async (id: unknown) =>
  (await sql`select nombre, precio::float, status, slug from productos where id = ${String(id)}`)[0];

test('an approval replaces the pictures of its product, and no others', async () => {
  const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
  const pictures = async (id: unknown) =>
    (await sql`select url from imagenes_producto where producto_id = ${String(id)} order by orden`).map(
      ({ url }) => url,
    );
  const image = (name: string) => ({ url: `/media/portadas/${name}.webp`, ancho: 1600, alto: 900, blur: null });
  const made: unknown[] = [];
  for (const name of ['one', 'two']) {
    const { producto_id } = await create(creator, { imagenes: [image(name)] });
    expect(await decide(moderator, producto_id, true)).toMatchObject({ ok: true });
    made.push(producto_id);
  }
  expect(await propose(creator, made[1], { imagenes: [image('three'), image('four')] })).toMatchObject({ ok: true });
  expect(await decide(moderator, made[1], true)).toMatchObject({ ok: true });
  expect(await Promise.all(made.map(pictures))).toEqual([
    ['/media/portadas/one.webp'],
    ['/media/portadas/three.webp', '/media/portadas/four.webp'],
  ]);
});

describe('a new product', () => {
  test('waits for a moderator, is rejected with reasons, changed, and approved', async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const { producto_id: id } = await create(creator, {
      ediciones: [{ nombre: 'Deluxe', precio: 19.99, download_link: 'https://ejemplo.test/deluxe.zip' }],
      imagenes: [{ url: '/media/portadas/1.webp', ancho: 1600, alto: 900, blur: null }],
    });
    expect(await product(id)).toMatchObject({ status: 'pending' });
    expect(await db.callAs(creator, 'estado_revision', { p_producto: id })).toMatchObject({ estado: 'pendiente' });
    expect(await decide(creator, id, true)).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await decide(moderator, id, false)).toEqual({ ok: false, error: 'motivo_no_valido' });
    expect(await decide(moderator, id, false, ['inventado'])).toEqual({ ok: false, error: 'motivo_no_valido' });
    expect(await decide(moderator, id, false, ['calidad'], 'La portada está borrosa')).toMatchObject({ ok: true });
    expect(await product(id)).toMatchObject({ status: 'rejected' });
    expect(await db.callAs(creator, 'estado_revision', { p_producto: id })).toMatchObject({
      estado: 'rechazada',
      motivos: ['calidad'],
      nota: 'La portada está borrosa',
    });
    expect(await propose(creator, id, { nombre: 'Torre de Cristal' })).toMatchObject({ ok: true });
    expect(await product(id)).toMatchObject({ status: 'pending', nombre: 'Torre de Cristal' });
    expect(await decide(moderator, id, true)).toMatchObject({ ok: true });
    expect(await product(id)).toMatchObject({ status: 'approved' });
    const mails = await sql`select datos ->> 'aprobada' as approved from correos
      where user_id = ${creator} and plantilla = 'revision' order by id`;
    expect(mails).toEqual([{ approved: 'false' }, { approved: 'true' }]);
  });

  test('keeps its editions, with their actions and stamps, when it is approved', async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const { producto_id: id } = await create(creator, { ediciones: [{ nombre: 'VIP', precio: 20 }] });
    const editions = () => sql`select id from ediciones where producto_id = ${String(id)}`;
    const before = await editions();
    const p_edicion = before[0]?.id;
    await addAction(db, creator, String(id), { ...whitelist, edicion_id: p_edicion });
    await db.callAs(creator, 'marcar_archivo', { p_producto: id, p_edicion, p_marcado: true });
    expect(await decide(moderator, id, true)).toMatchObject({ ok: true });
    expect(await editions()).toEqual(before);
    expect(await sql`select edicion_id from acciones_servidor where producto_id = ${String(id)}`).toEqual([
      { edicion_id: p_edicion },
    ]);
    expect(await sql`select edicion_id from archivos_marcados where producto_id = ${String(id)}`).toEqual([
      { edicion_id: p_edicion },
    ]);
  });

  test.each([
    ['a price of 0', { precio: 0 }, 'precio_no_valido'],
    ['a price above 99', { precio: 100 }, 'datos_no_validos'],
    ['an offer above its price', { oferta: 20 }, 'datos_no_validos'],
    ['a category reserved for the shop', { category: 'uncoins' }, 'datos_no_validos'],
    ['no name', { nombre: '' }, 'datos_no_validos'],
    ['a trailer from another site', { video_trailer: 'https://evil.example/x' }, 'datos_no_validos'],
  ])('with %s is refused', async (_title, change, error) => {
    expect(await create(await createUser(sql), change)).toEqual({ ok: false, error });
  });

  test('needs a unique address and an account in good standing', async () => {
    const creator = await createUser(sql);
    await create(creator, {}, 'torre-unica');
    expect(await create(creator, {}, 'torre-unica')).toEqual({ ok: false, error: 'slug_ocupado' });
    const disabled = await createUser(sql, { reputacion: 'deshabilitado' });
    expect(await create(disabled)).toEqual({ ok: false, error: 'cuenta_deshabilitada' });
  });
});

describe('a change of a product on sale', () => {
  test('keeps the approved version until it is approved', async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const id = await createProduct(sql, { usuario_id: creator, precio: 10 });
    expect(await propose(await createUser(sql), id)).toEqual({ ok: false, error: 'no_existe' });
    await propose(creator, id, { nombre: 'Primera', precio: 12 });
    await propose(creator, id, { nombre: 'Segunda', precio: 15 });
    expect(await product(id)).toMatchObject({ status: 'approved', precio: 10 });
    expect(await decide(moderator, id, false, ['precio'])).toMatchObject({ ok: true });
    expect(await product(id)).toMatchObject({ status: 'approved', precio: 10 });
    await propose(creator, id, { nombre: 'Tercera', precio: 14 });
    await decide(moderator, id, true);
    expect(await product(id)).toMatchObject({ status: 'approved', precio: 14, nombre: 'Tercera' });
  });

  test('cannot make it free, unless an admin made it free before', async () => {
    const creator = await createUser(sql);
    const [paid, free] = [
      await createProduct(sql, { usuario_id: creator, precio: 10 }),
      await createProduct(sql, { usuario_id: creator, precio: 0 }),
    ];
    expect(await propose(creator, paid, { precio: 0 })).toEqual({ ok: false, error: 'precio_no_valido' });
    expect(await propose(creator, free, { precio: 0 })).toMatchObject({ ok: true });
  });

  test('is visible in full, with its files, to its creator and moderators only', async () => {
    const creator = await createUser(sql);
    const id = await createProduct(sql, { usuario_id: creator });
    await propose(creator, id, { download_link: 'https://ejemplo.test/torre.zip' });
    const [row] = await sql`select slug from productos where id = ${id}`;
    const read = (user: string) => db.callAs(user, 'contenido_producto', { p_slug: row?.slug });
    const readers = [creator, await createUser(sql, { role: 'moderador' }), await createUser(sql, { role: 'admin' })];
    for (const reader of readers) {
      expect(await read(reader)).toMatchObject({ contenido: { download_link: 'https://ejemplo.test/torre.zip' } });
    }
    expect(await read(await createUser(sql))).toBeNull();
  });

  test("sets and removes an edition's additions, day and cover", async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const id = await createProduct(sql, { usuario_id: creator });
    const kept = await createEdition(sql, id, { nombre: 'Oro', portada_url: '/media/portadas/oro.webp' });
    const plain = { id: kept, nombre: 'Oro', precio: 20 };
    const full = {
      ...plain,
      reserva: true,
      fecha_lanzamiento: '2030-02-03',
      portada_url: '/media/portadas/oro.webp',
      incluye: 'Tres mapas\nMúsica',
      incluye_en: 'Three maps\nMusic',
    };
    const approved = async (edition: object) => {
      await propose(creator, id, { ediciones: [edition] });
      await decide(moderator, id, true);
      return sql`select fecha_lanzamiento::text, portada_url, incluye, incluye_en from ediciones where id = ${kept}`;
    };
    const { fecha_lanzamiento, portada_url, incluye, incluye_en } = full;
    expect(await approved(full)).toEqual([{ fecha_lanzamiento, portada_url, incluye, incluye_en }]);
    expect(await approved(plain)).toEqual([
      { fecha_lanzamiento: null, portada_url: null, incluye: '', incluye_en: null },
    ]);
  });

  test('keeps a sold edition for its buyers, and deletes an unsold one', async () => {
    const [creator, moderator, buyer] = [
      await createUser(sql),
      await createUser(sql, { role: 'moderador' }),
      await createUser(sql),
    ];
    const id = await createProduct(sql, { usuario_id: creator });
    const [sold, unsold] = [await createEdition(sql, id, { nombre: 'Oro' }), await createEdition(sql, id)];
    await buy(db, buyer, { producto: id, edicion: sold });
    await propose(creator, id, { ediciones: [{ nombre: 'Oro', precio: 30 }] });
    await decide(moderator, id, true);
    const editions = await sql`select id, nombre, retirada from ediciones where producto_id = ${id} order by retirada`;
    expect(editions.map(({ nombre, retirada }) => [nombre, retirada])).toEqual([
      ['Oro', false],
      ['Oro', true],
    ]);
    expect(editions.map((edition) => edition.id)).not.toContain(unsold);
    const other = await createUser(sql);
    expect(await db.callAs(other, 'cotizar_compra', { p_producto: id, p_edicion: sold })).toEqual({
      ok: false,
      error: 'no_existe',
    });
  });

  test('continues a new edition that was sold, from a form opened before its approval', async () => {
    const [creator, moderator, buyer] = [
      await createUser(sql),
      await createUser(sql, { role: 'moderador' }),
      await createUser(sql),
    ];
    const id = await createProduct(sql, { usuario_id: creator });
    const [row] = await sql`select slug from productos where id = ${id}`;
    await propose(creator, id, { ediciones: [{ nombre: 'Oro', precio: 20 }] });
    const { contenido } = await db.callAs<{ contenido: object }>(creator, 'contenido_producto', { p_slug: row?.slug });
    await decide(moderator, id, true);
    const [gold] = await sql<Array<{ id: string }>>`select id from ediciones where producto_id = ${id}`;
    await buy(db, buyer, { producto: id, edicion: gold?.id });
    await propose(creator, id, contenido);
    expect(await decide(moderator, id, true)).toMatchObject({ ok: true });
    expect(await sql`select id, nombre, retirada from ediciones where producto_id = ${id}`).toEqual([
      { id: gold?.id, nombre: 'Oro', retirada: false },
    ]);
  });

  test('keeps an edition with redeem codes, which still give it', async () => {
    const [creator, moderator, admin, person] = [
      await createUser(sql),
      await createUser(sql, { role: 'moderador' }),
      await createUser(sql, { role: 'admin' }),
      await createUser(sql),
    ];
    const id = await createProduct(sql, { usuario_id: creator });
    const gold = await createEdition(sql, id, { nombre: 'Oro' });
    const generated = { p_producto: id, p_edicion: gold, p_cuantos: 1 };
    const made = await db.callAs<{ codigos: string[] }>(admin, 'admin_generar_codigos', generated);
    await propose(creator, id, { ediciones: [] });
    await decide(moderator, id, true);
    expect(await sql`select nombre, retirada from ediciones where producto_id = ${id}`).toEqual([
      { nombre: 'Oro', retirada: true },
    ]);
    const redeemed = { p_codigo: made.codigos[0], p_minecraft_name: 'Jugador_1' };
    expect(await db.callAs(person, 'canjear_codigo', redeemed)).toMatchObject({ ok: true });
    expect(await sql`select edicion_id from adquisiciones where user_id = ${person}`).toEqual([{ edicion_id: gold }]);
  });

  test('can swap the names of editions', async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const id = await createProduct(sql, { usuario_id: creator });
    const [deluxe, gold] = [
      await createEdition(sql, id, { nombre: 'Deluxe' }),
      await createEdition(sql, id, { nombre: 'Oro' }),
    ];
    const named = async (editions: Array<{ id?: string; nombre: string }>) => {
      await propose(creator, id, { ediciones: editions.map((edition) => ({ ...edition, precio: 20 })) });
      expect(await decide(moderator, id, true)).toMatchObject({ ok: true });
      const rows = await sql`select id, nombre from ediciones where producto_id = ${id} order by orden`;
      return rows.map((row) => [row.nombre, row.id]);
    };
    expect(
      await named([
        { id: deluxe, nombre: 'Oro' },
        { id: gold, nombre: 'Deluxe' },
      ]),
    ).toEqual([
      ['Oro', deluxe],
      ['Deluxe', gold],
    ]);
    expect(await named([{ nombre: 'Oro' }, { id: deluxe, nombre: 'Ultimate' }])).toEqual([
      ['Oro', expect.any(String)],
      ['Ultimate', deluxe],
    ]);
  });

  test('is reviewed while the product is off sale, and buyers keep the reviewed file', async () => {
    const [creator, moderator, admin, buyer] = [
      await createUser(sql),
      await createUser(sql, { role: 'moderador' }),
      await createUser(sql, { role: 'admin' }),
      await createUser(sql),
    ];
    const [reviewed, unseen] = ['https://ejemplo.test/torre.zip', 'https://ejemplo.test/otra-cosa.zip'];
    const id = await createProduct(sql, { usuario_id: creator, nombre: 'Torre', download_link: reviewed });
    const gold = await createEdition(sql, id, { nombre: 'Oro', download_link: reviewed });
    await buy(db, buyer, { producto: id });
    await buy(db, buyer, { producto: id, edicion: gold });
    const orders = await sql`select id from adquisiciones where user_id = ${buyer}`;
    const downloads = () =>
      Promise.all(
        orders.map(async (order) => {
          const answer = await db.callAs(buyer, 'enlace_descarga', { p_adquisicion: order.id });
          return answer.download_link;
        }),
      );
    await editProduct(db, admin, id, { status: 'rejected' });
    const change = {
      nombre: 'Torre nueva',
      download_link: unseen,
      ediciones: [{ id: gold, nombre: 'Oro', precio: 20, download_link: unseen }],
    };
    for (const isRight of [false, true]) {
      expect(await propose(creator, id, change)).toMatchObject({ ok: true });
      expect(await product(id)).toMatchObject({ status: 'pending', nombre: 'Torre' });
      expect(await downloads()).toEqual([reviewed, reviewed]);
      // Its creator and its reviewer see what was sent beside what was on sale.
      const [row] = await sql`select slug from productos where id = ${id}`;
      expect(await db.callAs(creator, 'contenido_producto', { p_slug: row?.slug })).toMatchObject({
        status: 'pending',
        contenido: { nombre: 'Torre nueva', download_link: unseen },
      });
      expect(await db.callAs(moderator, 'revision_para_decidir', { p_revision: await pending(id) })).toMatchObject({
        antes: { nombre: 'Torre', download_link: reviewed },
        despues: { nombre: 'Torre nueva', download_link: unseen },
      });
      await decide(moderator, id, isRight, isRight ? [] : ['archivo']);
      expect(await product(id)).toMatchObject({ status: isRight ? 'approved' : 'rejected' });
      expect(await downloads()).toEqual(isRight ? [unseen, unseen] : [reviewed, reviewed]);
    }
    expect(await product(id)).toMatchObject({ nombre: 'Torre nueva' });
  });

  test('cannot be approved by its own author, except an admin', async () => {
    const moderator = await createUser(sql, { role: 'moderador' });
    const id = await createProduct(sql, { usuario_id: moderator });
    await propose(moderator, id);
    expect(await decide(moderator, id, true)).toEqual({ ok: false, error: 'es_suya' });
    await sql`update usuarios_meta set role = 'admin' where id = ${moderator}`;
    expect(await decide(moderator, id, true)).toMatchObject({ ok: true });
  });

  test('is pending at most once, even if submitted by different people', async () => {
    const creator = await createUser(sql);
    const id = await createProduct(sql, { usuario_id: creator });
    await propose(creator, id);
    const again = sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      select producto_id, autor_id, contenido, false from revisiones_producto where producto_id = ${id}`;
    await expect(again).rejects.toThrow('revisiones_una_pendiente_key');
  });

  test('is decided once, even concurrently', async () => {
    const creator = await createUser(sql);
    const moderators = [await createUser(sql, { role: 'moderador' }), await createUser(sql, { role: 'moderador' })];
    const id = await createProduct(sql, { usuario_id: creator });
    await propose(creator, id);
    const revision = await pending(id);
    const answers = await Promise.all(
      moderators.map((who, index) =>
        decideRevision(db, who, {
          p_revision: revision,
          p_aprobar: index === 0,
          p_motivos: index === 0 ? [] : ['otro'],
          p_nota: null,
        }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('reviews of a product', () => {
  const rate = (who: string, p_producto: string, p_estrellas = 5, p_texto = 'Muy bueno') =>
    db.callAs(who, 'escribir_resena', { p_producto, p_estrellas, p_texto });

  test('have a text of up to 2,000 characters', async () => {
    const [writer, product] = [await createUser(sql), await createProduct(sql)];
    await buy(db, writer, { producto: product });
    expect(await rate(writer, product, 5, 'a'.repeat(2001))).toMatchObject({ ok: false });
    expect(await rate(writer, product, 5, 'a'.repeat(2000))).toMatchObject({ ok: true });
  });

  test('are deleted by their author, one at a time', async () => {
    const [first, second] = [await createUser(sql), await createUser(sql)];
    const [one, other] = [await createProduct(sql), await createProduct(sql)];
    for (const who of [first, second]) {
      for (const producto of [one, other]) {
        await buy(db, who, { producto });
        await rate(who, producto);
      }
    }
    expect(await db.callAs(first, 'borrar_resena', { p_producto: one })).toEqual({ ok: true });
    const left = await sql`select producto_id, user_id from resenas where user_id in (${first}, ${second})`;
    expect(left).toHaveLength(3);
    expect(left).not.toContainEqual({ producto_id: one, user_id: first });
  });

  test('cannot be deleted and rewritten while they are hidden, and are not mailed any more', async () => {
    const [writer, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const product = await createProduct(sql);
    await buy(db, writer, { producto: product });
    const { resena_id } = await rate(writer, product, 1, 'Insultos');
    const hide = (p_oculta: boolean) =>
      db.callAs(moderator, 'moderar_resena', { p_resena: resena_id, p_oculta, p_motivo: 'Insulta' });
    const mails = () =>
      sql`select from correos where plantilla = 'resena' and datos ->> 'resena_id' = ${String(resena_id)}`;
    expect(await mails()).toHaveLength(1);
    expect(await hide(true)).toEqual({ ok: true });
    expect(await mails()).toHaveLength(0);
    expect(await db.callAs(writer, 'borrar_resena', { p_producto: product })).toEqual({ ok: false, error: 'retirada' });
    await rate(writer, product, 1, 'Insultos');
    expect(await sql`select oculta from resenas where producto_id = ${product}`).toEqual([{ oculta: true }]);
    expect(await hide(false)).toEqual({ ok: true });
    expect(await db.callAs(writer, 'borrar_resena', { p_producto: product })).toEqual({ ok: true });
  });

  test('are written by owners, one each, and make the average', async () => {
    const creator = await createUser(sql);
    const [first, second, stranger] = [await createUser(sql), await createUser(sql), await createUser(sql)];
    const id = await createProduct(sql, { usuario_id: creator });
    await buy(db, first, { producto: id });
    await buy(db, second, { producto: id });
    expect(await rate(stranger, id)).toEqual({ ok: false, error: 'no_lo_tienes' });
    expect(await rate(creator, id)).toEqual({ ok: false, error: 'es_suyo' });
    expect(await rate(first, id, 6)).toEqual({ ok: false, error: 'datos_no_validos' });
    await rate(first, id, 2);
    const { resena_id: review } = await rate(first, id, 4);
    await rate(second, id, 1);
    const average = async () =>
      (await sql`select valoracion_media::float as stars, valoraciones as count from productos where id = ${id}`)[0];
    expect(await average()).toEqual({ stars: 2.5, count: 2 });

    const answer = (who: string) => db.callAs(who, 'responder_resena', { p_resena: review, p_texto: '¡Gracias!' });
    expect(await answer(second)).toEqual({ ok: false, error: 'no_existe' });
    expect(await answer(creator)).toEqual({ ok: true });

    const hide = (who: string) =>
      db.callAs(who, 'moderar_resena', { p_resena: review, p_oculta: true, p_motivo: 'Insultos' });
    expect(await hide(creator)).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await hide(await createUser(sql, { role: 'moderador' }))).toEqual({ ok: true });
    expect(await average()).toEqual({ stars: 1, count: 1 });
    expect(
      await db.asAnon((transaction) => transaction`select 1 from resenas where id = ${String(review)}`),
    ).toHaveLength(0);
  });

  test('are limited to current owners, not to owners before a refund', async () => {
    const [owner, id] = [await createUser(sql), await createProduct(sql)];
    await buy(db, owner, { producto: id });
    expect(await rate(owner, id, 5)).toMatchObject({ ok: true });
    await sql`update adquisiciones set revocada_at = now(), revocada_motivo = 'reembolsado' where user_id = ${owner}`;
    expect(await rate(owner, id, 1)).toEqual({ ok: false, error: 'no_lo_tienes' });
  });

  test('of a reservation are written after its release', async () => {
    const [owner, id] = [
      await createUser(sql),
      await createProduct(sql, { reserva: true, fecha_lanzamiento: '2999-01-01' }),
    ];
    await buy(db, owner, { producto: id });
    expect(await rate(owner, id, 1)).toEqual({ ok: false, error: 'no_lo_tienes' });
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${id}`;
    expect(await rate(owner, id, 1)).toMatchObject({ ok: true });
  });

  test('can be reported once per person, as products can, and are settled by a moderator', async () => {
    const [who, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const id = await createProduct(sql);
    const report = () =>
      db.callAs(who, 'reportar', { p_tipo: 'producto', p_objeto: id, p_motivo: 'fraude', p_texto: 'No funciona' });
    await report();
    await report();
    const rows = await sql`select id from reportes where objeto_id = ${id}`;
    expect(rows).toHaveLength(1);
    const resolve = (actor: string) =>
      db.callAs(actor, 'resolver_reporte', { p_reporte: rows[0]?.id, p_estado: 'resuelto', p_nota: 'Retirado' });
    expect(await resolve(who)).toEqual({ ok: false, error: 'sin_permiso' });
    const listed = async (p_abiertos: boolean) => {
      const answer = await db.callAs(moderator, 'listar_reportes', { p_abiertos, p_pagina: 0 });
      return (answer.reportes as Array<{ id: string }>).find((report) => report.id === rows[0]?.id);
    };
    expect(await listed(true)).toMatchObject({ motivo: 'fraude', objeto: { status: 'approved' } });
    expect(await resolve(moderator)).toMatchObject({ ok: true });
    expect(await resolve(moderator)).toEqual({ ok: false, error: 'no_existe' });
    expect(await listed(true)).toBeUndefined();
    expect(await listed(false)).toMatchObject({ estado: 'resuelto', nota: 'Retirado' });
  });

  test("of a moderator's own objects are moderated by another person", async () => {
    const [moderator, other, admin] = [
      await createUser(sql, { role: 'moderador' }),
      await createUser(sql, { role: 'moderador' }),
      await createUser(sql, { role: 'admin' }),
    ];
    const buyer = await createUser(sql);
    const [own, bought] = [await createProduct(sql, { usuario_id: moderator }), await createProduct(sql)];
    await buy(db, buyer, { producto: own });
    await buy(db, moderator, { producto: bought });
    const { resena_id: ofOwn } = await rate(buyer, own, 1, 'No funciona');
    const { resena_id: written } = await rate(moderator, bought, 1, 'Tampoco');
    const ask = async (producto: string, who: string) => {
      const [row] = await sql`insert into preguntas (producto_id, user_id, texto, respuesta, respuesta_at)
        values (${producto}, ${who}, '¿Funciona en 1.21?', 'Sí', now()) returning id`;
      return String(row?.id);
    };
    const [askedOfOwn, asked] = [await ask(own, admin), await ask(bought, moderator)];
    const hide = (who: string, p_resena: unknown) =>
      db.callAs(who, 'moderar_resena', { p_resena, p_oculta: true, p_motivo: 'Insultos' });
    const resolve = async (who: string, object: unknown) => {
      const [report] = await sql`select id from reportes where objeto_id = ${String(object)} and estado = 'abierto'`;
      return db.callAs(who, 'resolver_reporte', { p_reporte: report?.id, p_estado: 'descartado', p_nota: 'Está bien' });
    };
    for (const [p_tipo, p_objeto] of [
      ['usuario', moderator],
      ['producto', own],
      ['resena', ofOwn],
      ['resena', written],
      ['pregunta', askedOfOwn],
      ['pregunta', asked],
    ]) {
      const report = { p_tipo, p_objeto, p_motivo: 'otro', p_texto: '' };
      expect(await db.callAs(buyer, 'reportar', report)).toEqual({ ok: true });
      expect(await resolve(moderator, p_objeto), String(p_tipo)).toEqual({ ok: false, error: 'es_suya' });
      expect(await resolve(other, p_objeto)).toMatchObject({ ok: true });
    }
    for (const review of [ofOwn, written]) {
      expect(await hide(moderator, review)).toEqual({ ok: false, error: 'es_suya' });
      expect(await hide(other, review)).toEqual({ ok: true });
    }
    const report = { p_tipo: 'usuario', p_objeto: admin, p_motivo: 'otro', p_texto: '' };
    await db.callAs(buyer, 'reportar', report);
    expect(await resolve(admin, admin)).toMatchObject({ ok: true });
  });

  test('that are written concurrently are all counted', async () => {
    const id = await createProduct(sql);
    const owners = await Promise.all(Array.from({ length: 8 }, () => createUser(sql)));
    for (const owner of owners) await buy(db, owner, { producto: id });
    await Promise.all(owners.map((owner, index) => rate(owner, id, 1 + (index % 2) * 4)));
    const [row] =
      await sql`select valoracion_media::float as stars, valoraciones as count from productos where id = ${id}`;
    expect(row).toEqual({ stars: 3, count: 8 });
  });

  test('notify the creator of a new one, and its author of the first answer, once each', async () => {
    const [creator, owner] = [await createUser(sql), await createUser(sql)];
    const id = await createProduct(sql, { usuario_id: creator });
    await buy(db, owner, { producto: id });
    const { resena_id: review } = await rate(owner, id, 2);
    await rate(owner, id, 3);
    const answer = (p_texto: string) => db.callAs(creator, 'responder_resena', { p_resena: review, p_texto });
    for (const text of ['Gracias', '', 'Mejor dicho: gracias']) await answer(text);
    const bellOf = async (who: string) =>
      (await sql`select tipo from notificaciones where user_id = ${who} order by id`).map(({ tipo }) => tipo);
    expect(await bellOf(creator)).toEqual(['resena']);
    expect(await bellOf(owner)).toEqual(['logro', 'respuesta']);
  });
});

describe('the files of a product', () => {
  test('are the creator’s uploads, or external addresses', async () => {
    const [creator, other] = [await createUser(sql), await createUser(sql)];
    const own = `descargas/${creator}/${randomUUID()}/torre.zip`;
    const name = own.slice('descargas/'.length);
    await sql`insert into storage.objects (id, bucket_id, name) values (gen_random_uuid(), 'descargas', ${name})`;
    expect(await create(creator, { download_link: own })).toMatchObject({ ok: true });
    for (const stolen of [
      `descargas/${other}/${randomUUID()}/suyo.zip`,
      'descargas/seed.zip',
      `descargas/${creator}`,
      'http://ejemplo.test/x.zip',
      'javascript:alert(1)',
    ]) {
      const refused = { ok: false, error: 'datos_no_validos' };
      expect(await create(creator, { download_link: stolen }), stolen).toEqual(refused);
      const editions = [{ nombre: 'Oro', precio: 3, download_link: stolen }];
      expect(await create(creator, { ediciones: editions }), stolen).toEqual(refused);
    }
  });

  test('stay with the product after a change, and cannot be used by another product', async () => {
    const creator = await createUser(sql);
    const old = `descargas/antes/${randomUUID()}.zip`;
    const id = await createProduct(sql, { usuario_id: creator, download_link: old });
    expect(await propose(creator, id, { download_link: old })).toMatchObject({ ok: true });
    expect(await create(creator, { download_link: old })).toEqual({ ok: false, error: 'datos_no_validos' });
  });
});

describe('the bundles of a product', () => {
  const bundle = (productos: unknown[], change: Record<string, unknown> = {}) => ({
    nombre: 'Las dos torres',
    descripcion: '',
    precio: 15,
    oferta: null,
    productos,
    ...change,
  });
  const bundlesOf = async (id: string) =>
    sql`select b.id, b.nombre, b.precio::float, (select count(*)::int from bundles_productos m where m.bundle_id = b.id)
      as products from bundles b where b.producto_id = ${id} order by b.orden`;
  const start = async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const [id, other] = [
      await createProduct(sql, { usuario_id: creator }),
      await createProduct(sql, { usuario_id: creator }),
    ];
    return { creator, moderator, id, other };
  };

  test('are sold after approval, changed by the next approval, and removed', async () => {
    const { creator, moderator, id, other } = await start();
    const unrelated = await start();
    await createBundle(sql, [unrelated.id, unrelated.other], { producto_id: unrelated.id });
    expect(await propose(creator, id, { bundles: [bundle([other])] })).toMatchObject({ ok: true });
    expect(await bundlesOf(id)).toEqual([]);
    const revision = await db.callAs(moderator, 'revision_para_decidir', { p_revision: await pending(id) });
    expect(revision).toMatchObject({ antes: { bundles: [] }, despues: { bundles: [{ productos: [other] }] } });
    expect(Object.keys(revision.suyos as object).sort()).toEqual([id, other].sort());
    await decide(moderator, id, true);
    const [made] = await bundlesOf(id);
    expect(made).toMatchObject({ nombre: 'Las dos torres', precio: 15, products: 2 });

    const [row] = await sql`select slug from productos where id = ${id}`;
    expect(await db.callAs(creator, 'contenido_producto', { p_slug: row?.slug })).toMatchObject({
      contenido: { bundles: [{ id: made?.id, productos: [other] }] },
    });
    const buyer = await createUser(sql);
    await buy(db, buyer, { bundle: made?.id });
    const owned = await sql`select producto_id from adquisiciones where user_id = ${buyer}`;
    expect(owned.map(({ producto_id }) => producto_id).sort()).toEqual([id, other].sort());

    const changed = bundle([other], { id: made?.id, precio: 12, oferta: 12 });
    await propose(creator, id, { bundles: [changed, bundle([other])] });
    await decide(moderator, id, true);
    expect((await bundlesOf(id)).map(({ precio }) => precio)).toEqual([12, 15]);
    await propose(creator, id, { bundles: [] });
    await decide(moderator, id, true);
    // Sold content stays in the ledger, but cannot be bought.
    expect(await bundlesOf(id)).toEqual([{ id: made?.id, nombre: 'Las dos torres', precio: 12, products: 0 }]);
    expect(await bundlesOf(unrelated.id)).toMatchObject([{ products: 2 }]);
    const late = await createUser(sql);
    expect(await db.callAs(late, 'cotizar_compra', { p_producto: null, p_bundle: made?.id })).toEqual({
      ok: false,
      error: 'no_existe',
    });
    expect(await db.callAs(creator, 'contenido_producto', { p_slug: row?.slug })).toMatchObject({
      contenido: { bundles: [] },
    });
  });

  test('stay the same if a change omits them', async () => {
    const { creator, moderator, id, other } = await start();
    await propose(creator, id, { bundles: [bundle([other])] });
    await decide(moderator, id, true);
    await propose(creator, id, { precio: 8 });
    await decide(moderator, id, true);
    expect(await bundlesOf(id)).toMatchObject([{ products: 2 }]);
  });

  test('consist of the creator’s products on sale with a price', async () => {
    const { creator, id, other } = await start();
    const [foreign, unsold] = [
      await createProduct(sql),
      await createProduct(sql, { usuario_id: creator, status: 'pending' }),
    ];
    const [theirs] = await sql`insert into bundles (nombre, precio) values ('De la tienda', 5) returning id`;
    for (const wrong of [
      bundle([]),
      bundle([foreign]),
      bundle([unsold]),
      bundle([id]),
      bundle([other, other]),
      bundle([other], { precio: 0 }),
      bundle([other], { precio: 991 }),
      bundle([other], { oferta: 16 }),
      bundle([other], { nombre: '' }),
      bundle([other], { id: theirs?.id }),
      bundle(['x']),
    ]) {
      expect(await propose(creator, id, { bundles: [wrong] }), JSON.stringify(wrong)).toEqual({
        ok: false,
        error: 'datos_no_validos',
      });
    }
    const six = Array.from({ length: 6 }, () => bundle([other]));
    expect(await propose(creator, id, { bundles: six })).toEqual({ ok: false, error: 'datos_no_validos' });
  });

  test.each(['pending', 'rejected'])('keep a product while it is %s', async (status) => {
    const { creator, moderator, id, other } = await start();
    const third = await createProduct(sql, { usuario_id: creator });
    await propose(creator, id, { bundles: [bundle([other]), bundle([third])] });
    await decide(moderator, id, true);
    const [first, second] = await bundlesOf(id);
    await sql`update productos set status = ${status} where id = ${other}`;
    const kept = [bundle([other], { id: first?.id }), bundle([third], { id: second?.id })];
    expect(await propose(creator, id, { precio: 8, bundles: kept })).toMatchObject({ ok: true });
    await decide(moderator, id, true);
    expect(await bundlesOf(id)).toMatchObject([{ products: 2 }, { products: 2 }]);
    for (const wrong of [bundle([other]), bundle([third, other], { id: second?.id })]) {
      const refused = await propose(creator, id, { bundles: [wrong] });
      expect(refused).toEqual({ ok: false, error: 'datos_no_validos' });
    }
  });
});

describe('the review desk', () => {
  test('shows a change beside the version on sale, to moderators only', async () => {
    const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
    const id = await createProduct(sql, { usuario_id: creator, precio: 10 });
    await propose(creator, id, { precio: 12 });
    const revision = { p_revision: await pending(id) };
    expect(await db.callAs(creator, 'revision_para_decidir', revision)).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await db.callAs(moderator, 'revision_para_decidir', revision)).toMatchObject({
      ok: true,
      estado: 'pendiente',
      antes: { precio: 10 },
      despues: { precio: 12 },
      historia: [],
    });
    await decide(moderator, id, false, ['precio'], 'Demasiado caro');
    expect(await db.callAs(moderator, 'revision_para_decidir', revision)).toMatchObject({
      estado: 'rechazada',
      historia: [{ estado: 'rechazada', motivos: ['precio'], nota: 'Demasiado caro' }],
    });
    const none = await db.callAs(moderator, 'revision_para_decidir', { p_revision: randomUUID() });
    expect(none).toEqual({ ok: false, error: 'revision_no_existe' });
  });

  test('shows a new product without a comparison', async () => {
    const moderator = await createUser(sql, { role: 'moderador' });
    const { producto_id: id } = await create(await createUser(sql));
    const answer = await db.callAs(moderator, 'revision_para_decidir', { p_revision: await pending(id) });
    expect(answer).toMatchObject({ ok: true, antes: null });
  });
});
