import { beforeEach, describe, expect, test } from 'vitest';
import { buy, createFactor, createProduct, createUser, type OpenPayment, refundAll } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';

const db = await openDatabase({ connections: 6 });
const { sql } = db;

const refusal = (error: string) => ({ ok: false, error });
type Saved = { ok: boolean; id: string; version: number; error?: string };
const written = (change: Record<string, unknown> = {}) => ({
  titulo: 'Novedades de la torre',
  texto: '<p>Nueva sala</p>',
  audiencia: 'publico',
  producto_id: null,
  ...change,
});
const save = (
  who: string,
  change: Record<string, unknown> = {},
  publish = true,
  id: string | null = null,
  version: number | null = null,
) =>
  db.callAs<Saved>(who, 'guardar_publicacion', {
    p_id: id,
    p_version: version,
    p_datos: sql.json(written(change) as never),
    p_publicar: publish,
  });
async function createCreator() {
  const creator = await createUser(sql);
  return { creator, product: await createProduct(sql, { usuario_id: creator }) };
}
async function createFollower(creator: string) {
  const follower = await createUser(sql);
  await sql`insert into follows (follower_id, following_id) values (${follower}, ${creator})`;
  return follower;
}
const notify = (limit = 1000) => db.callService<number>('avisar_publicaciones', { p_limite: limit });
const toldOf = async (id: string) =>
  (await sql`select user_id from notificaciones where tipo = 'publicacion' and clave = ${`publicacion:${id}`}`)
    .map(({ user_id }) => String(user_id))
    .sort();
const mailedOf = async (id: string) =>
  (await sql`select user_id from correos where plantilla = 'publicacion' and datos ->> 'publicacion' = ${id}`)
    .map(({ user_id }) => String(user_id))
    .sort();
const readBy = async (who: string, id: string) =>
  (await db.callAs<{ id: string } | null>(who, 'ver_publicacion', { p_id: id }))?.id ?? null;
const isPublic = async (id: string) =>
  ((await db.asAnon((tx) => tx`select id from publicaciones where id = ${id}`)) as unknown as unknown[]).length === 1;

beforeEach(async () => {
  await sql`delete from publicaciones`;
  await sql`delete from correos`;
});

describe('a post', () => {
  test('is readable by its audience only, and by the public only if it is for everybody', async () => {
    const { creator, product } = await createCreator();
    const [follower, buyer, stranger] = [await createFollower(creator), await createUser(sql), await createUser(sql)];
    const payment = await buy(db, buyer, { producto: product });
    const open = await save(creator);
    const followers = await save(creator, { audiencia: 'seguidores' });
    const owners = await save(creator, { audiencia: 'duenos', producto_id: product });
    const draft = await save(creator, {}, false);
    const everyone = [creator, follower, buyer, stranger];
    const readers = async ({ id }: Saved) =>
      (await Promise.all(everyone.map(async (who) => ((await readBy(who, id)) ? who : null)))).filter(Boolean);
    expect(await readers(open)).toEqual(everyone);
    expect(await readers(followers)).toEqual([creator, follower]);
    expect(await readers(owners)).toEqual([creator, buyer]);
    expect(await readers(draft)).toEqual([creator]);
    const moderator = await createUser(sql, { role: 'moderador' });
    expect(await readBy(moderator, owners.id)).toBe(owners.id);
    expect(await readBy(moderator, draft.id)).toBeNull();
    expect(await Promise.all([open, followers, owners, draft].map(({ id }) => isPublic(id)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const all = await db.asUser(buyer, (tx) => tx`select id from publicaciones`);
    expect(all).toEqual([{ id: open.id }]);
    // A refund revokes the product and the access.
    await refundAll(db, payment);
    expect(await readers(owners)).toEqual([creator]);
    const map = (await sql`select mapa_de_publicaciones('00000000-0000-0000-0000-000000000000', null) as found`)[0]
      ?.found;
    expect(map).toMatchObject([{ nombre: open.id }]);
  });

  test('is saved once, and published once, however often the request is repeated', async () => {
    const { creator } = await createCreator();
    const follower = await createFollower(creator);
    const id = crypto.randomUUID();
    const first = await save(creator, {}, true, id);
    expect(await save(creator, {}, true, id)).toEqual(first);
    const title = { titulo: 'Novedades del castillo' };
    const changed = await save(creator, title, true, id, first.version);
    expect(await save(creator, title, true, id, first.version)).toEqual(changed);
    expect(await save(creator, { titulo: 'Otra cosa' }, true, id)).toEqual(refusal('conflicto'));
    expect(await save(creator, { titulo: 'Otra cosa' }, true, id, first.version)).toEqual(refusal('conflicto'));
    const other = await createCreator();
    expect(await save(other.creator, {}, true, id)).toEqual(refusal('conflicto'));
    expect(await sql`select id, titulo, version from publicaciones where autor_id = ${creator}`).toEqual([
      { id, ...title, version: 2 },
    ]);
    await notify();
    expect(await toldOf(id)).toEqual([follower]);
    // Two of the three posts of the day are left.
    for (const titulo of ['Segunda', 'Tercera']) expect(await save(creator, { titulo })).toMatchObject({ ok: true });
    expect(await save(creator, { titulo: 'Cuarta' })).toEqual(refusal('limite_diario'));
  });

  test('requested twice at once is saved once', async () => {
    const { creator } = await createCreator();
    const id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => save(creator, {}, true, id)));
    expect(answers.map(({ ok, id: saved, version }) => [ok, saved, version])).toEqual(Array(3).fill([true, id, 1]));
    // Two of the three posts of the day are left.
    for (const titulo of ['Segunda', 'Tercera']) expect(await save(creator, { titulo })).toMatchObject({ ok: true });
  });

  test('is changed by its form if the answer to the first request was lost', async () => {
    const { creator } = await createCreator();
    const id = crypto.randomUUID();
    await save(creator, {}, false, id);
    expect(await save(creator, { titulo: 'Novedades del castillo' }, true, id)).toMatchObject({
      ok: true,
      id,
      version: 2,
    });
    expect(
      await sql`select titulo from publicaciones where autor_id = ${creator} and publicada_at is not null`,
    ).toEqual([{ titulo: 'Novedades del castillo' }]);
  });

  test('links to no archived product, which has no page, and neither does the library of its owner', async () => {
    const { creator, product } = await createCreator();
    const buyer = await createUser(sql);
    await buy(db, buyer, { producto: product });
    const post = await save(creator, { audiencia: 'duenos', producto_id: product });
    const links = async () => [
      (await db.callAs<{ slug: string | null }>(buyer, 'ver_publicacion', { p_id: post.id })).slug,
      (await db.callAs<{ slug: string | null }[]>(buyer, 'mi_biblioteca', {}))[0]?.slug,
    ];
    const [row] = await sql`select slug from productos where id = ${product}`;
    expect(await links()).toEqual([row?.slug, row?.slug]);
    expect(await db.callAs(creator, 'archivar_producto', { p_producto: product, p_archivar: true })).toMatchObject({
      ok: true,
    });
    expect(await links()).toEqual([null, null]);
  });

  test('is corrected after its creator has archived the last product', async () => {
    const { creator, product } = await createCreator();
    const { id } = await save(creator);
    await db.callAs(creator, 'archivar_producto', { p_producto: product, p_archivar: true });
    expect(await save(creator, { titulo: 'Nueva sala, corregida' }, true, id, 1)).toMatchObject({
      ok: true,
      version: 2,
    });
    expect(await save(creator)).toEqual(refusal('sin_productos'));
  });

  test('is refused without a product, a title or a text, or with a product of another creator', async () => {
    const { creator, product } = await createCreator();
    const other = await createCreator();
    expect(await save(await createUser(sql))).toEqual(refusal('sin_productos'));
    for (const titulo of [' a ', 'a'.repeat(121)])
      expect(await save(creator, { titulo })).toEqual(refusal('titulo_no_valido'));
    expect(await save(creator, { texto: '' })).toEqual(refusal('texto_no_valido'));
    expect(await save(creator, { texto: 'a'.repeat(30_001) })).toEqual(refusal('texto_no_valido'));
    expect(await save(creator, { audiencia: 'todos' })).toEqual(refusal('datos_no_validos'));
    expect(await save(creator, { audiencia: 'duenos' })).toEqual(refusal('falta_producto'));
    expect(await save(creator, { producto_id: other.product })).toEqual(refusal('producto_no_valido'));
    const rejected = await createProduct(sql, { usuario_id: creator, status: 'rejected' });
    expect(await save(creator, { producto_id: rejected })).toEqual(refusal('producto_no_valido'));
    await db.callAs(other.creator, 'archivar_producto', { p_producto: other.product, p_archivar: true });
    expect(await save(other.creator)).toEqual(refusal('sin_productos'));
    await sql`update usuarios_meta set reputacion = 'deshabilitado' where id = ${creator}`;
    expect(await save(creator, { producto_id: product })).toEqual(refusal('cuenta_deshabilitada'));
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${creator}`;
    expect(await save(creator, { producto_id: product })).toEqual(refusal('sin_sesion'));
  });

  test('is published at most three times a day, even concurrently, and a deletion does not reset this', async () => {
    const { creator } = await createCreator();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => save(creator)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(new Set(answers.filter(({ ok }) => !ok).map(({ error }) => error))).toEqual(new Set(['limite_diario']));
    const [first] = answers.filter(({ ok }) => ok);
    expect(await db.callAs(creator, 'borrar_publicacion', { p_id: first?.id ?? '' })).toEqual({ ok: true });
    expect(await save(creator)).toEqual(refusal('limite_diario'));
    expect(await save(creator, {}, false)).toMatchObject({ ok: true });
  });

  test('is edited by its author from the latest version, and keeps its audience once published', async () => {
    const { creator, product } = await createCreator();
    const draft = await save(creator, {}, false);
    const published = await save(creator, { audiencia: 'duenos', producto_id: product }, true, draft.id, draft.version);
    expect(published).toMatchObject({ ok: true, audiencia: 'duenos', publicada: true, version: 2 });
    expect(await save(creator, {}, true, draft.id, draft.version)).toEqual(refusal('conflicto'));
    expect(await save(creator, { titulo: 'Otra cosa' }, true, draft.id, 2)).toMatchObject({ audiencia: 'duenos' });
    expect(await isPublic(draft.id)).toBe(false);
    const other = await createCreator();
    expect(await save(other.creator, {}, true, draft.id, 3)).toEqual(refusal('no_existe'));
    expect(await db.callAs(other.creator, 'borrar_publicacion', { p_id: draft.id })).toEqual(refusal('no_existe'));
  });
});

test('a moderator restores a post that was taken down, which ends the measure', async () => {
  const { creator } = await createCreator();
  const { id } = await save(creator);
  const moderator = await createUser(sql, { role: 'moderador' });
  await createFactor(sql, moderator);
  const moderate = (who: string, hide: boolean, reason: string | null) =>
    db.callAs(who, 'moderar_publicacion', { p_id: id, p_oculta: hide, p_motivo: reason });
  expect(await moderate(moderator, true, null)).toEqual(refusal('motivo_no_valido'));
  expect(await moderate(moderator, true, 'Publicidad')).toMatchObject({ ok: true });
  expect(await moderate(creator, false, null)).toEqual(refusal('sin_permiso'));
  // It stays for an appeal.
  expect(await db.callAs(creator, 'borrar_publicacion', { p_id: id })).toEqual(refusal('no_existe'));
  const [author] = await sql`select display_name from usuarios_meta where id = ${creator}`;
  const shown = { ok: true, tipo: 'publicacion', objeto_id: id, autor: author?.display_name };
  expect(await moderate(moderator, false, null)).toMatchObject(shown);
  expect(await moderate(moderator, false, null)).toMatchObject(shown);
  expect(await isPublic(id)).toBe(true);
  expect(await sql`select levantada_at is not null as lifted from medidas where objeto_id = ${id}`).toEqual([
    { lifted: true },
  ]);
  const news = await sql`select datos ->> 'que' as que from correos
    where user_id = ${creator} and plantilla = 'moderacion' order by id`;
  expect(news.map(({ que }) => que)).toEqual(['medida', 'repuesta']);
});

test('a post that was taken down is mailed to nobody any more, and other mails stay', async () => {
  const { creator } = await createCreator();
  const [follower, moderator] = [await createFollower(creator), await createUser(sql, { role: 'moderador' })];
  await createFactor(sql, moderator);
  const [hidden, other] = [await save(creator), await save(creator)];
  await notify();
  const sent = await createFollower(creator);
  await sql`insert into correos (user_id, plantilla, clave, datos, estado)
    select ${sent}, plantilla, clave || ':sent', datos, 'enviado' from correos where datos ->> 'publicacion' = ${hidden.id}`;
  await db.callAs(moderator, 'moderar_publicacion', { p_id: hidden.id, p_oculta: true, p_motivo: 'Publicidad' });
  expect([await mailedOf(hidden.id), await mailedOf(other.id)]).toEqual([[sent], [follower]]);
});

describe('the audience of a post', () => {
  test('is told whether the post is public', async () => {
    const { creator } = await createCreator();
    const follower = await createFollower(creator);
    const { id } = await save(creator);
    await save(creator, { audiencia: 'seguidores' });
    await notify();
    const bells = await sql`select datos ->> 'publicacion' as post, datos -> 'publica' as public from notificaciones
      where user_id = ${follower} and tipo = 'publicacion'`;
    expect(bells).toHaveLength(2);
    expect(bells.filter((row) => row.public)).toMatchObject([{ post: id }]);
  });

  test('gets the beginning of a long post by mail', async () => {
    const { creator } = await createCreator();
    await createFollower(creator);
    const { id } = await save(creator, { texto: `<p>${'a'.repeat(29_000)}</p>` });
    await notify();
    const [mail] = await sql`select char_length(datos ->> 'texto') as letters from correos
      where plantilla = 'publicacion' and datos ->> 'publicacion' = ${id}`;
    expect(mail?.letters).toBe(4000);
  });

  test('is notified once, in resumable batches, without banned people and the author', async () => {
    const { creator } = await createCreator();
    const followers = [];
    for (let count = 0; count < 5; count += 1) followers.push(await createFollower(creator));
    const [banned = '', silent = '', ...others] = followers;
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${banned}`;
    await db.callAs(silent, 'guardar_preferencias', { p_publicaciones: false });
    const { id } = await save(creator);
    // A run that is killed changes nothing.
    await sql
      .begin(async (begun) => {
        const tx = begun as unknown as Sql;
        await tx`select avisar_publicaciones(2)`;
        throw new Error('killed');
      })
      .catch(() => undefined);
    expect(await toldOf(id)).toEqual([]);
    for (let run = 0; run < 4; run += 1) await Promise.all([notify(2), notify(2)]);
    expect(await toldOf(id)).toEqual([silent, ...others].sort());
    expect(await mailedOf(id)).toEqual([...others].sort());
    expect(await notify()).toBe(0);
    expect((await sql`select avisada_at is not null as done from publicaciones where id = ${id}`)[0]?.done).toBe(true);
  });

  test.each([
    ['is banned', 'banned_until', '1 day', 0],
    ['was banned until this moment', 'banned_until', '0', 1],
    ['deleted the account', 'borrada_at', '0', 0],
  ])('is notified of the post of an author who %s: %3$s', async (_who, column, ahead, count) => {
    const { creator } = await createCreator();
    await createFollower(creator);
    await save(creator);
    const told = await sql.begin(async (begun) => {
      const tx = begun as unknown as typeof sql;
      await tx`update usuarios_meta set ${tx(column)} = now() + ${ahead}::interval where id = ${creator}`;
      return (await tx`select avisar_publicaciones() as count`)[0]?.count;
    });
    expect(told).toBe(count);
    expect(await notify()).toBe(0);
  });

  test('is not notified of the post of an author whose account was disabled since', async () => {
    const { creator } = await createCreator();
    await createFollower(creator);
    await save(creator);
    await sql`update usuarios_meta set reputacion = 'deshabilitado' where id = ${creator}`;
    expect(await notify()).toBe(0);
  });

  test('is notified of posts of the last seven days', async () => {
    const { creator } = await createCreator();
    await createFollower(creator);
    const toldAt = async (ago: string) => {
      const { id } = await save(creator);
      return sql.begin(async (begun) => {
        const tx = begun as unknown as typeof sql;
        await tx`update publicaciones set publicada_at = now() - ${ago}::interval where id = ${id}`;
        return (await tx`select avisar_publicaciones() as count`)[0]?.count;
      });
    };
    expect([await toldAt('7 days'), await toldAt('7 days 1 microsecond')]).toEqual([1, 0]);
  });

  test('of a post about a product is its owners, and posts taken down notify nobody', async () => {
    const { creator, product } = await createCreator();
    const [buyer, follower] = [await createUser(sql), await createFollower(creator)];
    await buy(db, buyer, { producto: product });
    const owners = await save(creator, { audiencia: 'duenos', producto_id: product });
    await notify();
    expect([await toldOf(owners.id), await mailedOf(owners.id)]).toEqual([[buyer], [buyer]]);
    const hidden = await save(creator);
    const moderator = await createUser(sql, { role: 'moderador' });
    await createFactor(sql, moderator);
    const report = { p_tipo: 'publicacion', p_objeto: hidden.id, p_motivo: 'spam', p_texto: '' };
    expect(await db.callAs(follower, 'reportar', report)).toEqual({ ok: true });
    expect(await db.callAs(follower, 'reportar', { ...report, p_objeto: owners.id })).toEqual(refusal('no_existe'));
    const [found] = await sql`select id from reportes where objeto_id = ${hidden.id}`;
    expect(
      await db.callAs(moderator, 'actuar_en_reporte', {
        p_reporte: String(found?.id),
        p_medidas: ['retirar'],
        p_hasta: null,
        p_motivo: 'Publicidad',
      }),
    ).toMatchObject({ ok: true, tipo: 'publicacion', objeto_id: hidden.id });
    await notify();
    expect([await toldOf(hidden.id), await isPublic(hidden.id), await readBy(follower, hidden.id)]).toEqual([
      [],
      false,
      null,
    ]);
    expect(await save(creator, {}, true, hidden.id, 2)).toEqual(refusal('retirada'));
    expect(await sql`select tipo, motivo from medidas where objeto_id = ${hidden.id}`).toEqual([
      { tipo: 'publicacion', motivo: 'Publicidad' },
    ]);
    // A granted appeal restores it.
    const [measure] = await sql`select id from medidas where objeto_id = ${hidden.id}`;
    await db.callAs(creator, 'apelar_medida', { p_medida: String(measure?.id), p_texto: 'No es publicidad de nadie.' });
    const [appeal] = await sql`select id from reportes where objeto_tipo = 'medida' and user_id = ${creator}`;
    const judge = await createUser(sql, { role: 'moderador' });
    await createFactor(sql, judge);
    expect(
      await db.callAs(judge, 'resolver_reporte', {
        p_reporte: String(appeal?.id),
        p_estado: 'resuelto',
        p_nota: 'Es verdad',
      }),
    ).toMatchObject({ ok: true, tipo: 'publicacion' });
    expect(await isPublic(hidden.id)).toBe(true);
  });

  test('gets at most ten such mails a day, and further posts in the shop only', async () => {
    const reader = await createUser(sql);
    for (let count = 0; count < 11; count += 1) {
      const { creator } = await createCreator();
      await sql`insert into follows (follower_id, following_id) values (${reader}, ${creator})`;
      await save(creator);
      await notify();
    }
    const mails = await sql`select from correos where user_id = ${reader} and plantilla = 'publicacion'`;
    const news = await sql`select from notificaciones where user_id = ${reader} and tipo = 'publicacion'`;
    expect([mails.length, news.length]).toEqual([10, 11]);
    // Mails of others do not count.
    const { creator, reader: other } = { ...(await createCreator()), reader: await createUser(sql) };
    await sql`insert into follows (follower_id, following_id) values (${other}, ${creator})`;
    await save(creator);
    await notify();
    expect(await sql`select from correos where user_id = ${other} and plantilla = 'publicacion'`).toHaveLength(1);
  });
});

test('a creator who opted in is notified of each sale instead of once a day', async () => {
  const [eager, usual] = [await createCreator(), await createCreator()];
  await db.callAs(eager.creator, 'guardar_preferencias', { p_cada_venta: true });
  const sales = async (who: string) =>
    (await sql`select datos from notificaciones where user_id = ${who} and tipo = 'venta' order by id`).map(
      ({ datos }) => datos,
    );
  const payments: OpenPayment[] = [];
  for (const { product } of [eager, usual]) {
    for (let count = 0; count < 2; count += 1)
      payments.push(await buy(db, await createUser(sql), { producto: product }));
  }
  await refundAll(db, payments[0] as OpenPayment);
  const [sold] = await sql`select nombre from productos where id = ${eager.product}`;
  expect(await sales(eager.creator)).toMatchObject([
    { cuantas: 1, centimos: 200, nombre: sold?.nombre },
    { cuantas: 1, nombre: sold?.nombre },
  ]);
  expect(await sales(usual.creator)).toEqual([]);
  await db.callService('anunciar_ventas');
  expect(await sales(eager.creator)).toHaveLength(2);
  expect(await sales(usual.creator)).toMatchObject([{ cuantas: 2 }]);
});

test('a post can be about own products on sale', async () => {
  const [{ creator, product }, other] = [await createCreator(), await createCreator()];
  await createProduct(sql, { usuario_id: creator, status: 'pending' });
  await createProduct(sql, { usuario_id: creator, archivado_at: new Date() });
  const choices = async (who: string) =>
    (await db.callAs<Array<{ id: string }>>(who, 'productos_para_publicar', {})).map(({ id }) => id);
  expect(await choices(creator)).toEqual([product]);
  expect(await choices(other.creator)).toEqual([other.product]);
});

test('a page of own posts has twenty and one more, which begins the next page', async () => {
  const { creator } = await createCreator();
  await save((await createCreator()).creator);
  await sql`insert into publicaciones (autor_id, titulo, texto, audiencia, created_at)
    select ${creator}, 'Novedad ' || n, 'Nueva sala', 'publico', now() + n * interval '1 minute' from generate_series(10, 31) n`;
  const page = async (p_pagina: number | null) =>
    (await db.callAs<Array<{ titulo: string }>>(creator, 'mis_publicaciones', { p_pagina })).map(({ titulo }) =>
      Number(titulo.slice(-2)),
    );
  for (const first of [null, -1, 0]) expect([(await page(first)).length, (await page(first))[0]]).toEqual([21, 31]);
  expect(await page(1)).toEqual([11, 10]);
  expect(await page(2)).toEqual([]);
});
