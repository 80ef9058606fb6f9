import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buy, createFactor, createProduct, createUser, editPerson, givePassword, openPayment } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 4 });
const { sql } = db;

describe('reputation', () => {
  const change = (who: string, p_usuario: string, p_reputacion: string, p_motivo = 'Insultos en el foro') =>
    db.callAs(who, 'cambiar_reputacion', { p_usuario, p_reputacion, p_motivo });

  test('is changed by an admin with a reason, counted if it worsens, logged, and shown to the person', async () => {
    const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
    expect(await change(user, user, 'buena')).toEqual({ ok: false, error: 'sin_permiso' });
    expect(await change(admin, admin, 'mala')).toEqual({ ok: false, error: 'es_suya' });
    expect(await change(admin, user, 'mala', ' ')).toEqual({ ok: false, error: 'motivo_no_valido' });
    expect(await change(admin, user, 'pésima')).toEqual({ ok: false, error: 'datos_no_validos' });
    for (const state of ['mala', 'mala', 'neutra', 'deshabilitado']) {
      expect(await change(admin, user, state)).toEqual({ ok: true });
    }
    expect(await db.callAs(user, 'mi_reputacion', {})).toMatchObject({
      reputacion: 'deshabilitado',
      infracciones: 2,
      ultima_infraccion: expect.any(String),
      cambios: [
        { antes: 'neutra', despues: 'deshabilitado', motivo: 'Insultos en el foro' },
        { antes: 'mala', despues: 'neutra' },
        { antes: 'buena', despues: 'mala' },
      ],
    });
    expect(await sql`select 1 from auditoria where accion = 'cambiar_reputacion' and objeto_id = ${user}`).toHaveLength(
      3,
    );
    expect(await sql`select 1 from notificaciones where user_id = ${user} and tipo = 'reputacion'`).toHaveLength(3);
  });

  test('is changed through the edit form of the panel', async () => {
    const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
    const edit = await editPerson(db, admin, user, { reputacion: 'mala' }, 'Reventa de licencias');
    expect(edit).toEqual({ ok: true });
    expect(await db.callAs(user, 'mi_reputacion', {})).toMatchObject({ reputacion: 'mala', infracciones: 1 });
  });

  test('needs a reason of 3 to 500 characters in the edit form of the panel', async () => {
    const [admin, user] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
    const edit = (p_motivo: string) => editPerson(db, admin, user, { uncoins: 5 }, p_motivo);
    for (const reason of ['no', ` ${'x'.repeat(501)} `])
      expect(await edit(reason)).toEqual({ ok: false, error: 'motivo_no_valido' });
    for (const reason of ['pro', ` ${'x'.repeat(500)} `]) expect(await edit(reason)).toEqual({ ok: true });
  });

  test('cannot be changed by admins for themselves, nor can anything else in that form', async () => {
    const admin = await createUser(sql, { role: 'admin' });
    const [before] = await sql`select display_name, reputacion from usuarios_meta where id = ${admin}`;
    const edit = (p_cambios: Record<string, string>) => editPerson(db, admin, admin, p_cambios, 'Quiero otra');
    expect(await edit({ display_name: `Otro ${admin.slice(0, 8)}`, reputacion: 'mala' })).toEqual({
      ok: false,
      error: 'es_suya',
    });
    expect(await sql`select display_name, reputacion from usuarios_meta where id = ${admin}`).toEqual([before]);
  });
});

describe('deleting an account', () => {
  const password = 'Secreta123';
  const withPassword = (who: string) => givePassword(sql, who, password);
  const leave = async (who: string) => db.callAs(who, 'borrar_mi_cuenta', { p_contrasena: await withPassword(who) });

  test('erases personal data and keeps the ledgers', async () => {
    const [user, friend] = [await createUser(sql, { bio: 'Hola' }), await createUser(sql)];
    const producto = await createProduct(sql);
    await buy(db, user, { producto });
    const own = await createProduct(sql, { usuario_id: user });
    await buy(db, friend, { producto: own });
    await sql`insert into follows (follower_id, following_id) values (${friend}, ${user})`;
    await sql`insert into favoritos (user_id, producto_id) values (${user}, ${producto})`;
    const [before] = await sql`select display_name from usuarios_meta where id = ${user}`;
    expect(await db.callAs(user, 'mis_datos', {})).toMatchObject({
      cuenta: { bio: 'Hola', email: expect.stringContaining('@') },
      pedidos: [{ producto_id: producto }],
      favoritos: [{ producto_id: producto }],
    });

    expect(await leave(user)).toEqual({ ok: true, display_name: before?.display_name });
    const [account] = await sql`select display_name, bio, borrada_at is not null as gone from usuarios_meta
      where id = ${user}`;
    expect(account).toMatchObject({ display_name: expect.stringMatching(/^Borrado /), bio: '', gone: true });
    const [login] = await sql`select email, encrypted_password, raw_user_meta_data from auth.users where id = ${user}`;
    expect(login).toEqual({ email: `borrado-${user}@cuenta.invalid`, encrypted_password: '', raw_user_meta_data: {} });
    for (const table of ['adquisiciones', 'pagos']) {
      expect(await sql`select minecraft_name from ${sql(table)} where user_id = ${user}`, table).toEqual([
        { minecraft_name: 'borrado' },
      ]);
    }
    expect(await sql`select 1 from follows where ${user} in (follower_id, following_id)`).toHaveLength(0);
    expect(await sql`select status from productos where id = ${own}`).toEqual([{ status: 'rejected' }]);
    expect(await sql`select 1 from adquisiciones where user_id = ${friend} and revocada_at is null`).toHaveLength(1);
    expect(await db.callAs(user, 'privado.puede_actuar', {})).toBe(false);
    expect(await db.callAs(user, 'borrar_mi_cuenta', { p_contrasena: '' })).toEqual({ ok: false, error: 'sin_sesion' });
  });

  test('of a creator waits for a sale without a deadlock', async () => {
    const [creator, buyer] = [await createUser(sql), await createUser(sql)];
    const p_contrasena = await givePassword(sql, creator);
    const payment = await openPayment(db, buyer, { producto: await createProduct(sql, { usuario_id: creator }) });
    let deleted: Promise<unknown> | undefined;
    await sql.begin(async (begun) => {
      const sale = begun as unknown as typeof sql;
      await sale`select from productos where usuario_id = ${creator} for no key update`;
      deleted = db.callAs(creator, 'borrar_mi_cuenta', { p_contrasena });
      await db.waitForLock();
      const [row] = await sale`select entregar_pago('stripe', ${payment.reference}, ${payment.cents}, 'eur') as answer`;
      expect(row?.answer).toMatchObject({ estado: 'entregado' });
    });
    expect(await deleted).toMatchObject({ ok: true });
  });

  test('of a creator waits for a change of an answered review without a deadlock', async () => {
    const [creator, buyer] = [await createUser(sql), await createUser(sql)];
    const p_contrasena = await givePassword(sql, creator);
    const producto = await createProduct(sql, { usuario_id: creator });
    await buy(db, buyer, { producto });
    const args = { p_producto: producto, p_estrellas: 5, p_texto: '' };
    const { resena_id: p_resena } = await db.callAs(buyer, 'escribir_resena', args);
    await db.callAs(creator, 'responder_resena', { p_resena, p_texto: 'Gracias' });
    let deleted: Promise<unknown> | undefined;
    await sql.begin(async (begun) => {
      const change = begun as unknown as typeof sql;
      await change`select from resenas where producto_id = ${producto} for no key update`;
      deleted = db.callAs(creator, 'borrar_mi_cuenta', { p_contrasena });
      await db.waitForLock();
      await change`update resenas set estrellas = 1 where producto_id = ${producto}`;
    });
    expect(await deleted).toMatchObject({ ok: true });
  });

  test.each(['a first review', 'a new follower'])(
    'of a creator and %s at once end without a deadlock',
    async (what) => {
      const [creator, other] = [await createUser(sql), await createUser(sql)];
      const p_contrasena = await givePassword(sql, creator);
      const product = await createProduct(sql, { usuario_id: creator });
      await buy(db, other, { producto: product });
      let both: Promise<PromiseSettledResult<unknown>[]> | undefined;
      await sql.begin(async (begun) => {
        const holder = begun as unknown as typeof sql;
        await holder`select from productos where id = ${product} for no key update`;
        const deleted = db.callAs(creator, 'borrar_mi_cuenta', { p_contrasena });
        await db.waitForLock();
        if (what === 'a new follower') {
          await db.asUser(
            other,
            (tx) => tx`insert into follows (follower_id, following_id) values (${other}, ${creator})`,
          );
          both = Promise.allSettled([deleted]);
        } else {
          const review = { p_producto: product, p_estrellas: 5, p_texto: '' };
          both = Promise.allSettled([deleted, db.callAs(other, 'escribir_resena', review)]);
          await db.waitForLock(2);
        }
      });
      expect((await both)?.filter(({ status }) => status === 'rejected')).toEqual([]);
    },
  );

  test('silences the waiting mails about posts, questions, answers and reviews of the person', async () => {
    const [person, other] = [await createUser(sql), await createUser(sql)];
    const [own, foreign] = [
      await createProduct(sql, { usuario_id: person }),
      await createProduct(sql, { usuario_id: other }),
    ];
    await buy(db, person, { producto: foreign });
    await buy(db, other, { producto: own });
    await sql`insert into follows (follower_id, following_id) values (${other}, ${person})`;
    await db.callAs(person, 'guardar_publicacion', {
      p_id: null,
      p_version: null,
      p_datos: { titulo: 'Novedades', texto: '<p>Hola</p>', audiencia: 'publico', producto_id: null },
      p_publicar: true,
    });
    await db.callService('avisar_publicaciones', { p_limite: 10 });
    const ask = (who: string, p_producto: string) =>
      db.callAs(who, 'preguntar', { p_producto, p_texto: '¿Funciona con Paper?' });
    await ask(person, foreign);
    const { id: p_pregunta } = await ask(other, own);
    await db.callAs(person, 'responder_pregunta', { p_pregunta, p_texto: 'Sí' });
    const rate = (who: string, p_producto: string) =>
      db.callAs(who, 'escribir_resena', { p_producto, p_estrellas: 5, p_texto: 'Muy bueno' });
    await rate(person, foreign);
    const { resena_id: p_resena } = await rate(other, own);
    await db.callAs(person, 'responder_resena', { p_resena, p_texto: 'Gracias' });
    const waiting = async () =>
      (
        await sql`select plantilla from correos where user_id = ${other} and estado = 'pendiente'
        and plantilla in ('publicacion', 'pregunta', 'contestada', 'resena', 'respuesta') order by plantilla`
      ).map(({ plantilla }) => plantilla);
    expect(await waiting()).toEqual(['contestada', 'pregunta', 'publicacion', 'resena', 'respuesta']);
    await leave(person);
    expect(await waiting()).toEqual([]);
  });

  test('erases the name and the messages of the person from mails and notifications of others', async () => {
    const [person, other] = [await createUser(sql), await createUser(sql)];
    const staff = await createUser(sql, { role: 'admin' });
    await createFactor(sql, staff);
    await db.callAs(other, 'guardar_preferencias', { p_producto_nuevo: true });
    const [{ name } = {}] = await sql`select display_name as name from usuarios_meta where id = ${person}`;
    await sql`insert into follows (follower_id, following_id) values (${other}, ${person}), (${person}, ${other})`;
    const own = await createProduct(sql, { usuario_id: person, status: 'pending' });
    await sql`update productos set status = 'approved' where id = ${own}`;
    const gift = await buy(db, person, { producto: await createProduct(sql), destinatario: other });
    const foreign = await createProduct(sql, { usuario_id: other });
    const { id: pago } = await buy(db, person, { producto: foreign });
    const [order] = await sql`select id from adquisiciones where pago_id = ${pago}`;
    await db.callAs(person, 'abrir_solicitud', {
      p_para: 'creador',
      p_tipo: 'pregunta',
      p_motivo: null,
      p_pedido: order?.id,
      p_pago: null,
      p_texto: 'No me funciona en mi servidor.',
    });
    const [report] = await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo, texto, preguntado_a)
      values ('usuario', ${person}, ${other}, 'otro', '', ${person}) returning id`;
    await db.callAs(person, 'responder_reporte', { p_reporte: report?.id, p_texto: 'Vivo en la calle Mayor 1.' });
    const about = async (table: string) =>
      sql`select 1 from ${sql(table)} where user_id in (${other}, ${staff})
        and datos::text like any (array[${`%"${name}"%`}, '%No me funciona%', '%calle Mayor%'])`;
    expect((await about('notificaciones')).length).toBeGreaterThan(4);
    expect((await about('correos')).length).toBeGreaterThan(2);
    expect(await leave(person)).toMatchObject({ ok: true });
    expect(await about('notificaciones')).toEqual([]);
    expect(await about('correos')).toEqual([]);
    const bell = await sql`select tipo, datos ->> 'de' as de from notificaciones
      where user_id = ${other} and datos ? 'de' order by tipo`;
    const gone = expect.stringMatching(/^Borrado /);
    expect(bell).toEqual([
      { tipo: 'regalo', de: gone },
      { tipo: 'seguidores', de: gone },
    ]);
    expect(await sql`select 1 from regalos where pago_id = ${gift.id}`).toHaveLength(1);
  });

  test('erases answers to reviews and messages to the moderators, and keeps what the person wrote as a moderator', async () => {
    const [person, buyer] = [await createUser(sql), await createUser(sql)];
    const [own, foreign] = [await createProduct(sql, { usuario_id: person }), await createProduct(sql)];
    await buy(db, buyer, { producto: own });
    const { resena_id: p_resena } = await db.callAs(buyer, 'escribir_resena', {
      p_producto: own,
      p_estrellas: 5,
      p_texto: '',
    });
    await db.callAs(person, 'responder_resena', { p_resena, p_texto: 'Gracias' });
    await sql`insert into mensajes_revision (producto_id, autor_id, texto)
      values (${own}, ${person}, 'Ya está'), (${foreign}, ${person}, 'Falta una imagen')`;
    expect(await db.callAs(person, 'mis_datos')).toMatchObject({
      respuestas_resenas: [{ resena_id: p_resena, respuesta: 'Gracias', respuesta_at: expect.any(String) }],
    });
    await leave(person);
    expect(await sql`select respuesta, respuesta_at from resenas where producto_id = ${own}`).toEqual([
      { respuesta: null, respuesta_at: null },
    ]);
    expect(await sql`select texto from mensajes_revision where autor_id = ${person}`).toEqual([
      { texto: 'Falta una imagen' },
    ]);
  });

  test('by an operator on request is refused for the same reasons', async () => {
    const [user, paying] = [await createUser(sql, { bio: 'Hola' }), await createUser(sql)];
    const mailOf = async (id: string) => (await sql`select email from auth.users where id = ${id}`)[0]?.email;
    const email = await mailOf(user);
    const erase = (p_email: string, p_motivo = 'Lo pide por carta') =>
      db.callService('borrar_cuenta', { p_email, p_motivo });
    await openPayment(db, paying, { producto: await createProduct(sql) });
    expect(await erase(await mailOf(paying))).toEqual({ ok: false, error: 'pago_en_curso' });
    expect(await erase('nadie@gmail.com')).toEqual({ ok: false, error: 'usuario_no_existe' });
    expect(await erase(email, ' ')).toEqual({ ok: false, error: 'motivo_no_valido' });

    expect(await erase(` ${String(email).toUpperCase()}`)).toEqual({ ok: true, user_id: user });
    expect(await mailOf(user)).toBe(`borrado-${user}@cuenta.invalid`);
    expect(await sql`select bio, borrada_at is not null as gone from usuarios_meta where id = ${user}`).toEqual([
      { bio: '', gone: true },
    ]);
    expect(await sql`select accion, motivo from auditoria where objeto_id = ${user}`).toEqual([
      { accion: 'borrar_cuenta', motivo: 'Lo pide por carta' },
    ]);
    expect(await erase(email)).toEqual({ ok: false, error: 'usuario_no_existe' });

    const other = await createUser(sql);
    const again = { p_email: null, p_motivo: 'Otra vez, tras una copia', p_usuario: other };
    expect(await db.callService('borrar_cuenta', again)).toEqual({ ok: true, user_id: other });
    expect(await db.callService('borrar_cuenta', again)).toEqual({ ok: false, error: 'usuario_no_existe' });
  });

  test('is refused during a ban, except for the operator', async () => {
    const user = await createUser(sql, { banned_until: '2999-01-01', ban_motivo: 'Insultos' });
    expect(await leave(user)).toEqual({ ok: false, error: 'cuenta_baneada' });
    const [login] = await sql`select email from auth.users where id = ${user}`;
    expect(
      await db.callService('borrar_cuenta', { p_email: login?.email, p_motivo: 'Lo pide por carta' }),
    ).toMatchObject({ ok: true });
  });

  test('requires the password, with at most ten attempts, so that a stolen session cannot do it', async () => {
    const user = await createUser(sql);
    await withPassword(user);
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await db.callAs(user, 'borrar_mi_cuenta', { p_contrasena: `adivino${guess}` })).toEqual({
        ok: false,
        error: 'contrasena_incorrecta',
      });
    }
    expect(await db.callAs(user, 'borrar_mi_cuenta', { p_contrasena: password })).toEqual({
      ok: false,
      error: 'demasiados_intentos',
    });
  });

  test('is refused for admins, and during a payment or a membership', async () => {
    const admin = await createUser(sql, { role: 'admin' });
    expect(await leave(admin)).toEqual({ ok: false, error: 'es_admin' });
    const paying = await createUser(sql);
    await openPayment(db, paying, { producto: await createProduct(sql) });
    expect(await leave(paying)).toEqual({ ok: false, error: 'pago_en_curso' });
    const member = await createUser(sql);
    await db.callService('aplicar_suscripcion', {
      p_usuario: member,
      p_referencia: `sub_${member}`,
      p_plan: 'monthly',
      p_estado: 'activa',
      p_periodo_inicio: new Date(Date.now() - 1000).toISOString(),
      p_periodo_fin: new Date(Date.now() + 1_000_000).toISOString(),
      p_visto_at: new Date().toISOString(),
    });
    expect(await leave(member)).toEqual({ ok: false, error: 'club_activo' });
    const creator = await createUser(sql);
    await sql`insert into withdrawals (usuario_id, paypal_email, amount) values (${creator}, 'a@b.es', 5)`;
    expect(await leave(creator)).toEqual({ ok: false, error: 'retiro_pendiente' });
    // All losses are listed before the password.
    const checkDeletion = (who: string) => db.callAs(who, 'antes_de_borrar');
    await sql`update usuarios_meta set role = 'admin' where id = ${creator}`;
    await createProduct(sql, { usuario_id: creator });
    expect(await checkDeletion(creator)).toEqual({ motivos: ['es_admin', 'retiro_pendiente'], productos: true });
    expect(await checkDeletion(member)).toEqual({ motivos: ['club_activo'], productos: false });
    expect(await checkDeletion(await createUser(sql))).toEqual({ motivos: [], productos: false });
  });
});

test('a new password or address makes the links in mailboxes invalid', async () => {
  for (const change of [{ encrypted_password: 'x' }, { email: `${randomUUID()}@gmail.com` }]) {
    const user = await createUser(sql);
    const links = ['recovery_token', 'email_change_token_new', 'email_change_token_current'] as const;
    await sql`update auth.users set ${sql(Object.fromEntries(links.map((link) => [link, `${link}-${user}`])))} where id = ${user}`;
    await sql`update auth.users set ${sql(change)} where id = ${user}`;
    expect(await sql`select ${sql(links)} from auth.users where id = ${user}`).toEqual([
      { recovery_token: '', email_change_token_new: '', email_change_token_current: '' },
    ]);
  }
});

test('a creator is renamed without waiting for a sale of theirs', async () => {
  const creator = await createUser(sql);
  await sql.begin(async (begun) => {
    const sale = begun as unknown as typeof sql;
    await sale`select from usuarios_meta where id = ${creator} for key share`;
    await sql.begin(async (other) => {
      const rename = other as unknown as typeof sql;
      await rename`set local lock_timeout = '2s'`;
      await rename`update usuarios_meta set display_name = 'Nombre Nuevo' where id = ${creator}`;
    });
  });
  expect(await sql`select display_name from usuarios_meta where id = ${creator}`).toEqual([
    { display_name: 'Nombre Nuevo' },
  ]);
});
