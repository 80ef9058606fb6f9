import { expect, test } from 'vitest';
import { createFactor, createProduct, createUser, editProduct, givePassword } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 6 });
const { sql, callAs } = db;

const ok = { ok: true };
const refusal = (error: string) => ({ ok: false, error });

/** A member of staff who could decide: with a second factor. */
async function staff(role: 'moderador' | 'admin' = 'moderador'): Promise<string> {
  const id = await createUser(sql, { role });
  await createFactor(sql, id);
  return id;
}
async function reported(kind: 'producto' | 'resena' | 'usuario', object: string) {
  const reporter = await createUser(sql);
  const args = { p_tipo: kind, p_objeto: object, p_motivo: 'ilegal', p_texto: 'Mirad esto' };
  expect(await callAs(reporter, 'reportar', args)).toEqual(ok);
  const [row] =
    await sql`select id from reportes where user_id = ${reporter} and objeto_id = ${object} and estado = 'abierto'`;
  return { reporter, report: String(row?.id) };
}
const act = (who: string, p_reporte: string, p_medidas = ['retirar'], p_motivo = 'Copia de otro', p_hasta?: string) =>
  callAs(who, 'actuar_en_reporte', { p_reporte, p_medidas, p_hasta: p_hasta ?? null, p_motivo });
const resolve = (who: string, p_reporte: string, p_estado = 'descartado', p_nota = 'Todo en orden') =>
  callAs(who, 'resolver_reporte', { p_reporte, p_estado, p_nota });
const news = async (who: string) =>
  (await sql`select datos from notificaciones where user_id = ${who} and tipo = 'moderacion' order by id`).map(
    ({ datos }) => datos,
  );
const mails = async (who: string) =>
  (await sql`select datos from correos where user_id = ${who} and plantilla = 'moderacion' order by id`).map(
    ({ datos }) => datos,
  );
/** A report as a moderator sees it among the open ones. */
async function listed(who: string, report: string) {
  for (let p_pagina = 0; ; p_pagina += 1) {
    const { reportes } = await callAs(who, 'listar_reportes', { p_abiertos: true, p_pagina });
    const rows = reportes as Array<{ id: string }>;
    const found = rows.find(({ id }) => id === report);
    if (found || rows.length < 51) return found;
  }
}
const measureOf = async (who: string) =>
  String((await sql`select id from medidas where user_id = ${who} order by created_at desc limit 1`)[0]?.id);
async function appealed(who: string): Promise<string> {
  const args = { p_medida: await measureOf(who), p_texto: 'Es mío, lo puedo demostrar.' };
  expect(await callAs(who, 'apelar_medida', args)).toEqual(ok);
  return String((await sql`select id from reportes where user_id = ${who} and objeto_tipo = 'medida'`)[0]?.id);
}
const status = async (product: string) => (await sql`select status from productos where id = ${product}`)[0]?.status;

test('a moderator takes down a product from a report: all its reports close, and everybody is notified', async () => {
  const [creator, moderator] = [await createUser(sql), await staff()];
  const product = await createProduct(sql, { usuario_id: creator });
  const [one, other] = [await reported('producto', product), await reported('producto', product)];
  expect(await act(moderator, one.report)).toMatchObject(ok);
  expect(await status(product)).toBe('rejected');
  expect(await sql`select distinct estado, resuelto_por from reportes where objeto_id = ${product}`).toEqual([
    { estado: 'resuelto', resuelto_por: moderator },
  ]);
  for (const { reporter } of [one, other]) {
    expect(await news(reporter)).toMatchObject([{ que: 'atendida', tipo: 'producto' }]);
    // The reason is visible to the creator only.
    expect(JSON.stringify([await news(reporter), await mails(reporter)])).not.toContain('Copia de otro');
  }
  expect(await mails(creator)).toMatchObject([{ que: 'medida', tipo: 'producto', texto: 'Copia de otro' }]);
  expect(await act(moderator, one.report)).toEqual(refusal('no_existe'));
  expect(await sql`select accion from auditoria where actor_id = ${moderator} order by id`).toEqual([
    { accion: 'retirar_producto' },
    { accion: 'resolver_reporte' },
    { accion: 'resolver_reporte' },
  ]);
});

test('a takedown rejects the pending change of that product only', async () => {
  const [creator, moderator] = [await createUser(sql), await staff()];
  const [taken, other] = [
    await createProduct(sql, { usuario_id: creator }),
    await createProduct(sql, { usuario_id: creator }),
  ];
  for (const product of [other, taken]) {
    await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      values (${product}, ${creator}, '{}', false)`;
  }
  const { report } = await reported('producto', taken);
  expect(await act(moderator, report)).toMatchObject(ok);
  const state = async (product: string) =>
    (await sql`select estado from revisiones_producto where producto_id = ${product}`)[0]?.estado;
  expect([await state(taken), await state(other)]).toEqual(['rechazada', 'pendiente']);
});

test('a reported review is hidden, and parts of a reported profile are removed', async () => {
  const [writer, moderator] = [await createUser(sql, { bio: 'Compra en mi tienda' }), await staff()];
  const product = await createProduct(sql);
  const [review] = await sql`insert into resenas (producto_id, user_id, estrellas, texto)
    values (${product}, ${writer}, 1, 'Spam') returning id`;
  expect(await act(moderator, (await reported('resena', review?.id)).report)).toMatchObject(ok);
  expect(await sql`select oculta, oculta_motivo from resenas where id = ${review?.id}`).toEqual([
    { oculta: true, oculta_motivo: 'Copia de otro' },
  ]);
  const { report } = await reported('usuario', writer);
  expect(await act(moderator, report, ['retirar'])).toEqual(refusal('datos_no_validos'));
  expect(await act(moderator, report, ['retrato'])).toEqual(refusal('ya_retirado'));
  expect(await act(moderator, report, ['texto', 'retrato'])).toMatchObject(ok);
  expect(await sql`select bio from usuarios_meta where id = ${writer}`).toEqual([{ bio: '' }]);
  expect(await sql`select tipo, antes from medidas where user_id = ${writer} order by created_at, tipo`).toEqual([
    { tipo: 'resena', antes: null },
    { tipo: 'texto', antes: 'Compra en mi tienda' },
  ]);
  // The log is kept for ever, the text until the account is erased.
  expect(
    await sql`select antes, despues from auditoria where accion = 'vaciar_perfil' and objeto_id = ${writer}`,
  ).toEqual([{ antes: null, despues: { bio: '' } }]);
});

test('a measure has the name of its object', async () => {
  const [writer, product, other] = [await createUser(sql), await createProduct(sql), await createProduct(sql)];
  const rows = await sql`
    with resena as (insert into resenas (producto_id, user_id, estrellas) values (${product}, ${writer}, 1) returning id),
      otra as (insert into resenas (producto_id, user_id, estrellas) values (${other}, ${writer}, 1)),
      pregunta as (insert into preguntas (producto_id, user_id, texto) values (${product}, ${writer}, '¿Va con Paper?') returning id),
      publicacion as (insert into publicaciones (autor_id, titulo, texto, audiencia)
        values (${writer}, 'Novedades', 'Nueva sala', 'publico') returning id)
    insert into medidas (tipo, objeto_id, user_id)
    select 'producto', ${product}::uuid, ${writer}::uuid
    union all select 'resena', id, ${writer} from resena
    union all select unnest(array['pregunta', 'respuesta']), id, ${writer} from pregunta
    union all select 'publicacion', id, ${writer} from publicacion
    union all select unnest(array['retrato', 'cabecera', 'texto', 'enlaces']), ${writer}, ${writer}
    returning tipo, id`;
  const [product_] = await sql`select nombre, nombre_en, slug from productos where id = ${product}`;
  const [person] = await sql`select display_name as nombre from usuarios_meta where id = ${writer}`;
  const names: Record<string, unknown> = { publicacion: { nombre: 'Novedades' } };
  for (const kind of ['producto', 'resena', 'pregunta', 'respuesta']) names[kind] = product_;
  for (const { tipo, id } of rows) {
    const [row] = await sql`select privado.nombre_moderado('medida', ${id}) as name`;
    expect(row?.name, tipo).toEqual(names[tipo] ?? person);
  }
});

test('only an admin can ban a person from a report', async () => {
  const [creator, moderator, admin] = [await createUser(sql), await staff(), await staff('admin')];
  const product = await createProduct(sql, { usuario_id: creator });
  const { report } = await reported('producto', product);
  expect(await act(moderator, report, ['retirar', 'vetar'])).toEqual(refusal('solo_admin'));
  expect(await act(admin, report, ['retirar', 'vetar'], 'Estafa', '2020-01-01')).toEqual(refusal('fecha_no_valida'));
  expect(await status(product)).toBe('approved');
  expect(await act(admin, report, ['retirar', 'vetar'], 'Estafa')).toMatchObject(ok);
  expect(await sql`select ban_motivo from usuarios_meta where id = ${creator}`).toEqual([{ ban_motivo: 'Estafa' }]);
  expect(await status(product)).toBe('rejected');
});

test.each([
  ['without being a moderator', () => createUser(sql), 'sin_permiso'],
  ['about one’s own product', null, 'es_suya'],
  ['assigned to another moderator', staff, 'la_tiene_otra_persona'],
])('acting on a report %s is refused', async (_what, make, error) => {
  const who = make ? await make() : await staff();
  const product = await createProduct(sql, make ? {} : { usuario_id: who });
  const { report } = await reported('producto', product);
  if (error === 'la_tiene_otra_persona') {
    const p_a = await staff();
    expect(await callAs(p_a, 'asignar_reporte', { p_reporte: report, p_a, p_tenia: null })).toEqual(ok);
  }
  expect(await act(who, report)).toEqual(refusal(error));
  expect(await resolve(who, report)).toEqual(refusal(error));
  expect(await callAs(who, 'preguntar_en_reporte', { p_reporte: report, p_texto: '¿Es tuyo?' })).toEqual(
    refusal(error),
  );
});

test('a report is assigned to one of two concurrent moderators and handed over with a notification', async () => {
  const [one, other, user] = [await staff(), await staff(), await createUser(sql)];
  const { report } = await reported('producto', await createProduct(sql));
  const assign = (who: string, p_a: string | null, p_tenia: string | null) =>
    callAs(who, 'asignar_reporte', { p_reporte: report, p_a, p_tenia });
  const answers = await Promise.all([assign(one, one, null), assign(other, other, null)]);
  expect(answers.map(({ ok: done }) => done).toSorted()).toEqual([false, true]);
  const winner = answers[0]?.ok ? one : other;
  const loser = winner === one ? other : one;
  expect(await assign(winner, user, winner)).toEqual(refusal('no_modera'));
  expect(await assign(winner, loser, winner)).toEqual(ok);
  expect(await news(loser)).toMatchObject([{ que: 'asignada', tipo: 'producto' }]);
  expect(await act(loser, report)).toMatchObject(ok);
});

test('a moderator cannot take a report about themselves, which would keep it from all others', async () => {
  const [one, other, admin] = [await staff(), await staff(), await staff('admin')];
  const assign = (who: string, p_reporte: string) =>
    callAs(who, 'asignar_reporte', { p_reporte, p_a: who, p_tenia: null });
  for (const [kind, object] of [
    ['usuario', one],
    ['producto', await createProduct(sql, { usuario_id: one })],
  ] as const) {
    const { report } = await reported(kind, object);
    expect(await assign(one, report)).toEqual(refusal('es_suya'));
    expect(await callAs(other, 'asignar_reporte', { p_reporte: report, p_a: one, p_tenia: null })).toEqual(
      refusal('es_suya'),
    );
    expect(await assign(other, report)).toEqual(ok);
  }
  const { report } = await reported('usuario', admin);
  expect(await callAs(other, 'asignar_reporte', { p_reporte: report, p_a: admin, p_tenia: null })).toEqual(ok);
});

test('a report and an appeal link to no archived product, of which even moderators see no page', async () => {
  const [creator, moderator] = [await createUser(sql), await staff()];
  const product = await createProduct(sql, { usuario_id: creator });
  const { report } = await reported('producto', product);
  await act(moderator, report);
  const slugs = async () => {
    const pages = [true, false].map((p_abiertos) => callAs(moderator, 'listar_reportes', { p_abiertos, p_pagina: 0 }));
    const found = (await Promise.all(pages)).flatMap(
      ({ reportes }) => reportes as Array<{ id: string; objeto: { slug: string | null } }>,
    );
    return [appeal, report].map((id) => found.find((one) => one.id === id)?.objeto.slug);
  };
  const appeal = await appealed(creator);
  const [row] = await sql`select slug from productos where id = ${product}`;
  expect(await slugs()).toEqual([row?.slug, row?.slug]);
  await callAs(creator, 'archivar_producto', { p_producto: product, p_archivar: true });
  expect(await slugs()).toEqual([null, null]);
});

test('the creator is asked without learning the reporter, and the reply is shown in the report', async () => {
  const [creator, moderator, stranger] = [await createUser(sql), await staff(), await createUser(sql)];
  const product = await createProduct(sql, { usuario_id: creator });
  const { report, reporter } = await reported('producto', product);
  const reply = (who: string) =>
    callAs(who, 'responder_reporte', { p_reporte: report, p_texto: 'Sí, aquí está el permiso.' });
  expect(await reply(creator)).toEqual(refusal('no_existe'));
  expect(await callAs(moderator, 'preguntar_en_reporte', { p_reporte: report, p_texto: '¿Tienes permiso?' })).toEqual(
    ok,
  );
  expect(await mails(creator)).toMatchObject([{ que: 'pregunta', texto: '¿Tienes permiso?' }]);
  expect(await reply(stranger)).toEqual(refusal('no_existe'));
  expect(await reply(reporter)).toEqual(refusal('no_existe'));
  expect(await reply(creator)).toEqual(ok);
  expect(await mails(moderator)).toMatchObject([{ que: 'respuesta', texto: 'Sí, aquí está el permiso.' }]);
  const { preguntas } = await callAs(creator, 'mi_moderacion', {});
  expect(preguntas).toMatchObject([{ abierta: true, mensajes: [{ de: 'equipo' }, { de: 'creador' }] }]);
  expect(JSON.stringify(preguntas)).not.toContain('Mirad esto');
  const { reportes } = await callAs(moderator, 'listar_reportes', { p_abiertos: true, p_pagina: 0 });
  expect((reportes as Array<{ id: string }>).find(({ id }) => id === report)).toMatchObject({
    asignado: { id: moderator },
    espera_respuesta: false,
    mensajes: [{ texto: '¿Tienes permiso?' }, { texto: 'Sí, aquí está el permiso.' }],
  });
  expect(await resolve(moderator, report)).toMatchObject(ok);
  expect(await news(reporter)).toMatchObject([{ que: 'descartada' }]);
  expect(await reply(creator)).toEqual(refusal('cerrada'));
});

test.each([1, 2000])('a reply of the creator has at least one character and at most 2000: %i', async (length) => {
  const [creator, moderator] = [await createUser(sql), await staff()];
  const { report } = await reported('producto', await createProduct(sql, { usuario_id: creator }));
  await callAs(moderator, 'preguntar_en_reporte', { p_reporte: report, p_texto: '¿Tienes permiso?' });
  const reply = (p_texto: string) => callAs(creator, 'responder_reporte', { p_reporte: report, p_texto });
  const wrong = length === 1 ? '  ' : 'a'.repeat(length + 1);
  expect(await reply(wrong)).toEqual(refusal('texto_no_valido'));
  expect(await reply('a'.repeat(length))).toEqual(ok);
  expect(await mails(moderator)).toMatchObject([{ que: 'respuesta', texto: 'a'.repeat(length) }]);
});

test('concurrent decisions of two moderators on a report result in one', async () => {
  const [one, other] = [await staff(), await staff()];
  const { report, reporter } = await reported('producto', await createProduct(sql));
  const answers = await Promise.all([act(one, report), resolve(other, report)]);
  expect(answers.filter(({ ok: done }) => done)).toHaveLength(1);
  expect(await news(reporter)).toHaveLength(1);
});

test('concurrent takedowns from several reports of one review result in one', async () => {
  const [writer, product] = [await createUser(sql), await createProduct(sql)];
  const [review] = await sql`insert into resenas (producto_id, user_id, estrellas, texto)
    values (${product}, ${writer}, 1, 'Spam') returning id`;
  const reports: string[] = [];
  for (let n = 0; n < 4; n += 1) reports.push((await reported('resena', review?.id)).report);
  const moderators = await Promise.all(reports.map(() => staff()));
  const answers = await Promise.all(reports.map((report, n) => act(moderators[n] as string, report)));
  expect(answers.filter(({ ok: done }) => done)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'no_existe')).toHaveLength(3);
  expect(await mails(writer)).toHaveLength(1);
});

test('a creator appeals once, another moderator decides, and a granted appeal puts the product on sale', async () => {
  const [creator, first, second] = [await createUser(sql), await staff(), await staff()];
  const product = await createProduct(sql, { usuario_id: creator });
  await act(first, (await reported('producto', product)).report);
  const stranger = await createUser(sql);
  const again = (who: string, p_medida: string, p_texto = 'Otra vez, por favor.') =>
    callAs(who, 'apelar_medida', { p_medida, p_texto });
  const measure = await measureOf(creator);
  expect(await again(stranger, measure)).toEqual(refusal('no_existe'));
  expect(await again(creator, measure, 'corto')).toEqual(refusal('texto_no_valido'));
  const attempts = await Promise.all([again(creator, measure), again(creator, measure)]);
  expect(attempts.map(({ ok: done }) => done).toSorted()).toEqual([false, true]);
  const appeal = String((await sql`select id from reportes where user_id = ${creator}`)[0]?.id);
  expect(await resolve(first, appeal, 'resuelto', 'Tienes razón')).toEqual(refusal('decidiste_tu'));
  expect(await resolve(second, appeal, 'resuelto', 'Tienes razón')).toMatchObject(ok);
  expect(await status(product)).toBe('approved');
  expect((await mails(creator)).map(({ que, texto }) => [que, texto])).toEqual([
    ['medida', expect.any(String)],
    ['concedida', 'Tienes razón'],
  ]);
  expect((await callAs(creator, 'mi_moderacion', {})).medidas).toMatchObject([
    { levantada_at: expect.any(String), apelacion: { estado: 'resuelto', respuesta: 'Tienes razón' } },
  ]);
  expect(await again(creator, measure)).toEqual(refusal('ya_apelada'));
});

test('a refused appeal changes nothing, and resubmitted content is left to the moderation queue', async () => {
  const [creator, first, second] = [await createUser(sql, { bio: 'Hola' }), await staff(), await staff()];
  await act(first, (await reported('usuario', creator)).report, ['texto']);
  expect(await resolve(second, await appealed(creator))).toMatchObject(ok);
  expect((await news(creator)).at(-1)).toMatchObject({ que: 'denegada', tipo: 'texto' });
  expect(await sql`select bio from usuarios_meta where id = ${creator}`).toEqual([{ bio: '' }]);
  const other = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: other });
  await act(first, (await reported('producto', product)).report);
  const appeal = await appealed(other);
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva, estado)
    values (${product}, ${other}, '{}', false, 'rechazada')`;
  expect(await resolve(second, appeal, 'resuelto')).toMatchObject(ok);
  expect(await status(product)).toBe('rejected');
});

test('a granted appeal restores a product whose submission was withdrawn', async () => {
  const [creator, first, second] = [await createUser(sql), await staff(), await staff()];
  const product = await createProduct(sql, { usuario_id: creator });
  await act(first, (await reported('producto', product)).report);
  const appeal = await appealed(creator);
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva, estado)
    select ${product}, ${creator}, '{}', false, unnest(array['sustituida', 'cancelada'])`;
  expect(await resolve(second, appeal, 'resuelto')).toMatchObject(ok);
  expect(await status(product)).toBe('approved');
});

test('a takedown in the panel and a hidden review can be appealed', async () => {
  const [creator, admin] = [await createUser(sql), await staff('admin')];
  const product = await createProduct(sql, { usuario_id: creator });
  const change = (value: string) => editProduct(db, admin, product, { status: value });
  expect(await change('rejected')).toMatchObject(ok);
  await appealed(creator);
  expect(await change('approved')).toMatchObject(ok);
  expect(await sql`select levantada_at is null as stands from medidas where objeto_id = ${product}`).toEqual([
    { stands: false },
  ]);
});

test('an admin who grants the appeal of a ban lifts it, unless the account is also disabled', async () => {
  const [first, second] = [await staff('admin'), await staff('admin')];
  for (const [reputation, answer] of [
    ['buena', ok],
    ['deshabilitado', refusal('sancion_vigente')],
  ] as const) {
    const who = await createUser(sql, { reputacion: reputation });
    expect(await callAs(first, 'vetar', { p_usuario: who, p_hasta: null, p_motivo: 'Insultos' })).toEqual(ok);
    expect(await callAs(who, 'apelar', { p_texto: 'Fue mi hermano, de verdad.' })).toEqual(ok);
    const appeal = String((await sql`select id from reportes where user_id = ${who}`)[0]?.id);
    expect(await resolve(first, appeal, 'resuelto', 'De acuerdo')).toEqual(refusal('decidiste_tu'));
    expect(await resolve(second, appeal, 'resuelto', 'De acuerdo')).toMatchObject(answer);
    const [row] = await sql`select banned_until is null as free from usuarios_meta where id = ${who}`;
    expect(row?.free).toBe(answer.ok);
  }
});

test('an appeal of a disabled account is decided by another admin than the one who disabled it', async () => {
  const [first, second] = [await staff('admin'), await staff('admin')];
  const [who, other] = [await createUser(sql), await createUser(sql)];
  const rate = async (admin: string, p_usuario: string, p_reputacion: string) =>
    expect(await callAs(admin, 'cambiar_reputacion', { p_usuario, p_reputacion, p_motivo: 'Insultos' })).toEqual(ok);
  await rate(second, who, 'deshabilitado');
  await rate(second, who, 'mala');
  await rate(first, who, 'deshabilitado');
  await rate(second, other, 'deshabilitado');
  expect(await callAs(who, 'apelar', { p_texto: 'Fue mi hermano, de verdad.' })).toEqual(ok);
  const appeal = String((await sql`select id from reportes where user_id = ${who}`)[0]?.id);
  // A later change that lifts the sanction decides nothing about the appeal.
  await rate(second, who, 'mala');
  expect(await resolve(first, appeal, 'resuelto', 'De acuerdo')).toEqual(refusal('decidiste_tu'));
  expect(await resolve(second, appeal, 'resuelto', 'De acuerdo')).toMatchObject(ok);
});

test('the home page of the panel shows the earliest deadline of an appeal', async () => {
  const [admin, creator] = [await staff('admin'), await createUser(sql, { bio: 'Hola' })];
  await act(admin, (await reported('usuario', creator)).report, ['texto']);
  const appeal = await appealed(creator);
  await sql`update reportes set created_at = '2020-01-01T12:00:00Z' where id = ${appeal}`;
  // Neither decided appeals nor reports of others have a deadline.
  const decided = await reported('usuario', creator);
  await sql`update reportes set objeto_tipo = 'apelacion', estado = 'descartado', resuelto_at = now(),
    created_at = '2019-01-01T12:00:00Z' where id = ${decided.report}`;
  const { report } = await reported('usuario', creator);
  await sql`update reportes set created_at = '2019-12-01T12:00:00Z' where id = ${report}`;
  expect(String((await callAs(admin, 'admin_pendientes', {})).apelacion_vence_at)).toContain('2020-01-08');
});

test('a page of reports has fifty and one more, open ones oldest first and closed ones newest first', async () => {
  const [reporter, moderator] = [await createUser(sql), await staff()];
  await sql`delete from reportes where objeto_tipo in ('apelacion', 'medida') and estado = 'abierto'`;
  for (const open of [true, false]) {
    await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo, texto, estado, created_at, resuelto_at)
      select 'usuario', gen_random_uuid(), ${reporter}, 'otro', n, ${open ? 'abierto' : 'descartado'},
        date '2019-01-01' + n, case when not ${open} then date '2099-01-01' + n end
      from generate_series(1, 52) n`;
  }
  const page = async (p_abiertos: boolean, p_pagina: number | null) => {
    const { reportes } = await callAs(moderator, 'listar_reportes', { p_abiertos, p_pagina });
    return (reportes as Array<{ texto: string }>).map(({ texto }) => texto);
  };
  for (const [isOpen, [first, next, last]] of [
    [true, ['1', '51', '52']],
    [false, ['52', '2', '1']],
  ] as const) {
    const texts = await page(isOpen, null);
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([51, first, next]);
    expect(await page(isOpen, -1)).toEqual(texts);
    expect((await page(isOpen, 1)).slice(0, 2)).toEqual([next, last]);
  }
});

test('only staff who can decide are on duty: with a second factor, not banned and not deleted', async () => {
  const [ready, back, banned, deleted] = [await staff(), await staff('admin'), await staff(), await staff()];
  const withoutFactor = await createUser(sql, { role: 'moderador' });
  const person = await createUser(sql);
  await createFactor(sql, person);
  await sql`update usuarios_meta set banned_until = '2020-01-01' where id = ${back}`;
  await sql`update usuarios_meta set banned_until = '2999-01-01' where id = ${banned}`;
  await sql`update usuarios_meta set borrada_at = now() where id = ${deleted}`;
  const people = [ready, back, banned, deleted, withoutFactor, person];
  const onDuty = await sql`select id from privado.equipo_activo() as id where id = any (${people})`;
  expect(onDuty.map(({ id }) => id).toSorted()).toEqual([ready, back].toSorted());
});

test('a granted appeal restores the text of its author, unless they wrote another, and of nobody else', async () => {
  const [one, other] = [await staff(), await staff()];
  const [creator, renewed, silent] = [
    await createUser(sql, { bio: 'Hola' }),
    await createUser(sql, { bio: 'Buenas' }),
    await createUser(sql),
  ];
  const appeals: string[] = [];
  for (const who of [creator, renewed]) {
    await act(one, (await reported('usuario', who)).report, ['texto']);
    appeals.push(await appealed(who));
  }
  await sql`update usuarios_meta set bio = 'Otra cosa' where id = ${renewed}`;
  for (const appeal of appeals) expect(await resolve(other, appeal, 'resuelto', 'De acuerdo')).toMatchObject(ok);
  const bios = await sql`select bio from usuarios_meta where id in (${creator}, ${renewed}, ${silent}) order by bio`;
  expect(bios.map(({ bio }) => bio)).toEqual(['', 'Hola', 'Otra cosa']);
});

test('a granted appeal of a deleted account restores nothing of it', async () => {
  const [one, other] = [await staff(), await staff()];
  const [creator, writer] = [await createUser(sql), await createUser(sql, { bio: 'Hola' })];
  const product = await createProduct(sql, { usuario_id: creator });
  await act(one, (await reported('producto', product)).report);
  await act(one, (await reported('usuario', writer)).report, ['texto']);
  for (const who of [creator, writer]) {
    const appeal = await appealed(who);
    const p_contrasena = await givePassword(sql, who);
    expect(await callAs(who, 'borrar_mi_cuenta', { p_contrasena })).toMatchObject(ok);
    expect(await resolve(other, appeal, 'resuelto', 'De acuerdo')).toMatchObject(ok);
  }
  expect(await status(product)).toBe('rejected');
  expect(await sql`select bio from usuarios_meta where id = ${writer}`).toEqual([{ bio: '' }]);
});

test('an appeal about a review is not decided by the creator of its product', async () => {
  const [creator, first, second] = [await staff(), await staff(), await staff()];
  const writer = await createUser(sql);
  const product = await createProduct(sql, { usuario_id: creator });
  const [review] = await sql`insert into resenas (producto_id, user_id, estrellas, texto)
    values (${product}, ${writer}, 1, 'No funciona') returning id`;
  await act(first, (await reported('resena', review?.id)).report);
  const appeal = await appealed(writer);
  expect(await resolve(creator, appeal, 'descartado', 'Se queda oculta')).toEqual(refusal('es_suya'));
  expect(await resolve(creator, appeal, 'resuelto', 'De acuerdo')).toEqual(refusal('es_suya'));
  expect(await resolve(second, appeal, 'resuelto', 'De acuerdo')).toMatchObject(ok);
  expect(await sql`select oculta from resenas where id = ${review?.id}`).toEqual([{ oculta: false }]);
});

test('each hand-over notifies', async () => {
  const [one, other] = [await staff(), await staff()];
  const { report } = await reported('producto', await createProduct(sql));
  const people = [one, other, one, other];
  for (const [at, p_a] of people.entries()) {
    const p_tenia = people[at - 1] ?? null;
    expect(await callAs(p_tenia ?? one, 'asignar_reporte', { p_reporte: report, p_a, p_tenia })).toEqual(ok);
  }
  expect(await news(other)).toHaveLength(2);
  expect(await mails(other)).toHaveLength(2);
});

test('a report of somebody who cannot decide any more is free', async () => {
  const [gone, one] = [await staff(), await staff()];
  const { report } = await reported('producto', await createProduct(sql));
  const assign = (who: string, p_a: string, p_tenia: string | null) =>
    callAs(who, 'asignar_reporte', { p_reporte: report, p_a, p_tenia });
  const withoutFactor = await createUser(sql, { role: 'moderador' });
  expect(await assign(one, withoutFactor, null)).toEqual(refusal('no_modera'));
  expect(await assign(gone, gone, null)).toEqual(ok);
  await sql`update usuarios_meta set role = 'user' where id = ${gone}`;
  expect(await listed(one, report)).toMatchObject({ asignado: null, no_atiende: null });
  expect(await assign(one, one, null)).toEqual(ok);
  expect(await listed(one, report)).toMatchObject({ asignado: { id: one } });
});

test('a moderator does not learn who reported them, and an admin does', async () => {
  const [one, other, admin] = [await staff(), await staff(), await staff('admin')];
  const { report, reporter } = await reported('producto', await createProduct(sql, { usuario_id: one }));
  const [person] = await sql`select display_name from usuarios_meta where id = ${reporter}`;
  expect(await listed(one, report)).toMatchObject({ de: null, texto: 'Mirad esto' });
  for (const who of [other, admin]) expect(await listed(who, report)).toMatchObject({ de: person?.display_name });
  const rows = await db.asUser(one, (tx) => tx`select user_id from reportes where id = ${report}`);
  expect(rows).toEqual([]);
});

test('an appeal shows what was taken down', async () => {
  const [one, other] = [await staff(), await staff()];
  const [writer, product] = [await createUser(sql, { bio: 'Compra en mi tienda' }), await createProduct(sql)];
  const [review] = await sql`insert into resenas (producto_id, user_id, estrellas, texto)
    values (${product}, ${writer}, 1, 'No arranca') returning id`;
  await act(one, (await reported('resena', review?.id)).report);
  const ofReview = await appealed(writer);
  expect(await listed(other, ofReview)).toMatchObject({
    objeto: { medida: 'resena', estrellas: 1, texto: 'No arranca', motivo: 'Copia de otro', levantada: false },
  });
  const person = await createUser(sql, { bio: 'Compra en mi tienda' });
  await act(one, (await reported('usuario', person)).report, ['texto']);
  const ofText = await appealed(person);
  expect(await listed(other, ofText)).toMatchObject({ objeto: { medida: 'texto', texto: 'Compra en mi tienda' } });
});

test('an appeal of a measure that has ended can only be granted', async () => {
  const [creator, one, admin] = [await createUser(sql), await staff(), await staff('admin')];
  const product = await createProduct(sql, { usuario_id: creator });
  await act(one, (await reported('producto', product)).report);
  const appeal = await appealed(creator);
  expect(await editProduct(db, admin, product, { status: 'approved' })).toMatchObject(ok);
  expect(await resolve(admin, appeal)).toEqual(refusal('ya_levantada'));
  expect(await resolve(admin, appeal, 'resuelto', 'Ya está a la venta')).toMatchObject(ok);
  expect((await news(creator)).at(-1)).toMatchObject({ que: 'concedida' });
});

test('open reports begin with those of the moderator, then appeals, then the oldest', async () => {
  const [one, other, reporter] = [await staff(), await staff(), await createUser(sql)];
  await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo, created_at)
    select 'usuario', gen_random_uuid(), ${reporter}, 'otro', date '2018-01-01' + n from generate_series(1, 60) n`;
  const writer = await createUser(sql, { bio: 'Compra en mi tienda' });
  await act(other, (await reported('usuario', writer)).report, ['texto']);
  const appeal = await appealed(writer);
  await sql`update reportes set created_at = '2018-01-01' where id = ${appeal}`;
  const { report } = await reported('producto', await createProduct(sql));
  await callAs(other, 'asignar_reporte', { p_reporte: report, p_a: one, p_tenia: null });
  const { reportes } = await callAs(one, 'listar_reportes', { p_abiertos: true, p_pagina: 0 });
  await sql`delete from reportes where user_id in (${reporter}, ${writer})`;
  expect((reportes as Array<{ id: string }>).slice(0, 2).map(({ id }) => id)).toEqual([report, appeal]);
});
