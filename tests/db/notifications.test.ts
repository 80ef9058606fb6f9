import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, createProduct, createUser, decideRevision, givePassword, submission } from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';

const db = await openDatabase({ connections: 4 });
const { sql } = db;
const json = (value: Record<string, unknown>) => sql.json(value as never);

/** Notifications of a person, without the achievement of a first purchase. */
const bellOf = async (user: string) =>
  (
    await sql`select tipo, datos, leida_at from notificaciones
      where user_id = ${user} and tipo <> 'logro' order by id`
  ).map((row) => ({
    ...row,
  }));
const mailed = async (user: string, plantilla: string) =>
  (await sql`select 1 from correos where user_id = ${user} and plantilla = ${plantilla}`).length;

async function approve(moderator: string, product: unknown) {
  const [revision] = await sql`select id from revisiones_producto
    where producto_id = ${String(product)} and estado = 'pendiente'`;
  return decideRevision(db, moderator, {
    p_revision: revision?.id,
    p_aprobar: true,
    p_motivos: [],
    p_nota: '',
  });
}

test('a new product notifies followers once, by mail if chosen, and its creator of the decision', async () => {
  const [creator, quiet, eager, late] = await Promise.all([1, 2, 3, 4].map(() => createUser(sql)));
  const moderator = await createUser(sql, { role: 'moderador' });
  const follow = (who: unknown) =>
    sql`insert into follows (follower_id, following_id) values (${String(who)}, ${String(creator)})`;
  await follow(quiet);
  await follow(eager);
  await db.callAs(eager as string, 'guardar_preferencias', { p_producto_nuevo: true, p_version_nueva: true });
  const { producto_id: id } = await db.callAs(creator as string, 'crear_producto', {
    p_slug: `torre-${randomUUID()}`,
    p_contenido: json(submission()),
  });
  expect(await bellOf(quiet as string)).toEqual([]);
  await approve(moderator, id);
  expect(await bellOf(quiet as string)).toMatchObject([
    { tipo: 'producto_nuevo', datos: { nombre: 'Torre de Marfil' }, leida_at: null },
  ]);
  expect(await mailed(quiet as string, 'producto_nuevo')).toBe(0);
  expect(await mailed(eager as string, 'producto_nuevo')).toBe(1);
  expect(await bellOf(creator as string)).toMatchObject([
    { tipo: 'seguidores', datos: { cuantos: 2 } },
    { tipo: 'revision', datos: { aprobada: true } },
  ]);

  await follow(late);
  await sql`update productos set status = 'rejected' where id = ${String(id)}`;
  await sql`update productos set status = 'approved' where id = ${String(id)}`;
  expect(await bellOf(late as string)).toEqual([]);
  expect(await bellOf(quiet as string)).toHaveLength(1);
});

test('owners are notified of a new version, and can opt out of the mail', async () => {
  const creator = await createUser(sql);
  const moderator = await createUser(sql, { role: 'moderador' });
  const [owner, quiet, former] = await Promise.all([createUser(sql), createUser(sql), createUser(sql)]);
  const producto = await createProduct(sql, { usuario_id: creator });
  for (const person of [owner, quiet, former]) await buy(db, person, { producto });
  await db.callAs(quiet, 'guardar_preferencias', { p_producto_nuevo: false, p_version_nueva: false });
  await sql`update adquisiciones set revocada_at = now() where user_id = ${former}`;
  const propose = (change: Record<string, unknown>) =>
    db.callAs(creator, 'proponer_cambios', { p_producto: producto, p_contenido: json(submission(change)) });

  await propose({ version: '1.2', novedades: 'Arregla las puertas', compatibles: ['1.20', '1.21'] });
  expect(await bellOf(owner)).toEqual([]);
  await approve(moderator, producto);
  expect(await bellOf(owner)).toMatchObject([
    { tipo: 'version_nueva', datos: { version: '1.2', novedades: 'Arregla las puertas' } },
  ]);
  expect([await mailed(owner, 'version_nueva'), await mailed(quiet, 'version_nueva')]).toEqual([1, 0]);
  expect(await bellOf(quiet)).toHaveLength(1);
  expect(await bellOf(former)).toEqual([]);
  expect(await sql`select version, compatibles from versiones_producto where producto_id = ${producto}`).toEqual([
    { version: '1.2', compatibles: ['1.20', '1.21'] },
  ]);

  // An edit of the text alone is not a version.
  await propose({ nombre: 'Torre de Cristal' });
  await approve(moderator, producto);
  expect(await bellOf(owner)).toHaveLength(1);
});

test('reading marks own notifications as read; the account counts unread ones', async () => {
  const [user, other] = [await createUser(sql), await createUser(sql)];
  for (const person of [user, other]) {
    await sql`insert into notificaciones (user_id, tipo, clave) values (${person}, 'retiro', 'x')`;
  }
  expect(await db.callAs(user, 'quien_soy', {})).toMatchObject({ avisos: 1 });
  expect(await db.callAs(user, 'marcar_avisos_leidos', {})).toEqual({ ok: true });
  expect(await db.callAs(user, 'quien_soy', {})).toMatchObject({ avisos: 0 });
  expect(await db.callAs(other, 'quien_soy', {})).toMatchObject({ avisos: 1 });
});

test('a gift is notified by mail and in the shop', async () => {
  const [giver, recipient] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { nombre: 'Farol', nombre_en: 'Lantern' });
  await buy(db, giver, { producto, destinatario: recipient });
  expect(await bellOf(recipient)).toMatchObject([{ tipo: 'regalo', datos: { nombre: 'Farol', nombre_en: 'Lantern' } }]);
  expect(await bellOf(giver)).toEqual([]);
});

test('an opt-out also cancels pending mails of its kind, and no others', async () => {
  const choices = {
    p_producto_nuevo: ['producto_nuevo'],
    p_version_nueva: ['version_nueva'],
    p_resenas: ['resena', 'respuesta'],
    p_resumen: ['resumen_creador'],
    p_favoritos: ['favorito'],
    p_anuncios: ['anuncio'],
    p_publicaciones: ['publicacion'],
    p_preguntas: ['pregunta', 'contestada'],
  };
  const kinds = [...Object.values(choices).flat(), 'recibo'];
  const all = Object.fromEntries(Object.keys(choices).map((choice) => [choice, true]));
  for (const [choice, given] of Object.entries(choices)) {
    const person = await createUser(sql);
    await db.callAs(person, 'guardar_preferencias', all);
    for (const kind of kinds) {
      await sql`insert into correos (clave, user_id, plantilla) values (${`${kind}:${person}`}, ${person}, ${kind})`;
    }
    await db.callAs(person, 'guardar_preferencias', { [choice]: false });
    const waiting = await sql`select plantilla from correos where user_id = ${person} order by id`;
    expect(waiting.map(({ plantilla }) => plantilla)).toEqual(kinds.filter((kind) => !given.includes(kind)));
    const [row = {}] = await sql`select * from preferencias_aviso where user_id = ${person}`;
    const chosen = Object.keys(choices).map((name) => [name, row[name.replace(/^p_/, 'correo_')]]);
    expect(Object.fromEntries(chosen)).toEqual({ ...all, [choice]: false });
  }
});

test('deleted accounts get no notifications or mails', async () => {
  const [creator, owner] = [await createUser(sql), await createUser(sql)];
  const moderator = await createUser(sql, { role: 'moderador' });
  const producto = await createProduct(sql, { usuario_id: creator });
  const reserved = await createProduct(sql, { reserva: true, descargable: true, fecha_lanzamiento: '2999-01-01' });
  const sale = await buy(db, owner, { producto });
  await buy(db, owner, { producto: reserved });
  expect(await db.callAs(owner, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, owner) })).toMatchObject({
    ok: true,
  });

  await db.callAs(creator, 'proponer_cambios', {
    p_producto: producto,
    p_contenido: json(submission({ version: '2.0' })),
  });
  await approve(moderator, producto);
  await sql`update productos set reserva = false, fecha_lanzamiento = privado.hoy() where id = ${reserved}`;
  expect(await db.callService('avisar_reservas')).toBe(0);
  const refund = { referencia: 're_gone', estado: 'hecho', centimos: 1000, created_at: new Date().toISOString() };
  const given = await db.callService('anotar_reversiones', {
    p_proveedor: 'stripe',
    p_referencia: sale.reference,
    p_hechos: json({ reembolsos: [refund] }),
    p_pago: sale.id,
  });
  expect(given).toMatchObject({ ok: true });
  await sql`insert into correos (clave, user_id, plantilla) values ('se_fue', ${owner}, 'retiro')`;
  await sql`insert into notificaciones (user_id, tipo, clave) values (${owner}, 'venta', 'se_fue')`;
  expect(await bellOf(owner)).toEqual([]);
  expect(await sql`select plantilla from correos where user_id = ${owner}`).toEqual([]);
  await expect(
    sql`insert into correos (clave, user_id, plantilla) values ('nadie', ${randomUUID()}, 'recibo')`,
  ).rejects.toThrow(/foreign key/);
});

test('accounts deleted concurrently get no notifications or mails', async () => {
  const person = await createUser(sql);
  let written: Promise<unknown> = Promise.resolve();
  await sql.begin(async (begun) => {
    const leaving = begun as unknown as Sql;
    await leaving`select from usuarios_meta where id = ${person} for update`;
    written = Promise.all([
      sql`insert into correos (clave, user_id, plantilla) values (${`a_la_vez:${person}`}, ${person}, 'recibo')`,
      sql`insert into notificaciones (user_id, tipo, clave) values (${person}, 'venta', 'a_la_vez')`,
    ]);
    await expect
      .poll(() => sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`)
      .not.toHaveLength(0);
    await leaving`update usuarios_meta set borrada_at = now() where id = ${person}`;
  });
  await written;
  expect(await bellOf(person)).toEqual([]);
  expect(await sql`select from correos where user_id = ${person}`).toHaveLength(0);
});
