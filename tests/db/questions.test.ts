import { beforeEach, describe, expect, test } from 'vitest';
import { answerLength, onOneLine, questionLengths } from '@/lib/questions/types';
import { createFactor, createProduct, createUser, givePassword } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 6 });
const { sql, callAs } = db;

const ok = { ok: true };
const refusal = (error: string) => ({ ok: false, error });
type Done = { ok: boolean; id: string; slug: string; error?: string };
const words = '¿Funciona en un servidor con Paper?';
const ask = (who: string, p_producto: string, p_texto = words) =>
  callAs<Done>(who, 'preguntar', { p_producto, p_texto });
const answer = (who: string, p_pregunta: string, p_texto = 'Sí, desde la 1.20.') =>
  callAs<Done>(who, 'responder_pregunta', { p_pregunta, p_texto });
const aside = (who: string, p_pregunta: string, p_descartada: boolean) =>
  callAs(who, 'descartar_pregunta', { p_pregunta, p_descartada });
const thank = (who: string, p_pregunta: string, p_gracias: boolean | null) =>
  callAs(who, 'agradecer_respuesta', { p_pregunta, p_gracias });
const isPublic = async (id: string) => {
  const seen = await Promise.all([
    db.asAnon((tx) => tx`select id from preguntas where id = ${id}`),
    db.asUser(await createUser(sql), (tx) => tx`select id from preguntas where id = ${id}`),
  ]);
  expect(seen[0].length).toBe(seen[1].length);
  return seen[0].length === 1;
};
const news = async (who: string) =>
  (await sql`select tipo, datos ->> 'pregunta_id' as id from notificaciones where user_id = ${who} order by id`).map(
    ({ tipo, id }) => ({ tipo, id }),
  );
const mails = async (who: string) =>
  (await sql`select plantilla, datos from correos where user_id = ${who} order by id`).map(({ plantilla, datos }) => ({
    plantilla,
    texto: datos.texto,
    respuesta: datos.respuesta,
  }));
async function createScene() {
  const creator = await createUser(sql);
  return { creator, asker: await createUser(sql), product: await createProduct(sql, { usuario_id: creator }) };
}
async function createModerator() {
  const id = await createUser(sql, { role: 'moderador' });
  await createFactor(sql, id);
  return id;
}

beforeEach(async () => {
  await sql`delete from preguntas`;
  await sql`delete from correos`;
});

describe('a question', () => {
  test('links to no archived product, which has no page', async () => {
    const { creator, asker, product } = await createScene();
    await ask(asker, product);
    const slugs = async () => {
      const { preguntas } = await callAs<{ preguntas: { slug: string | null }[] }>(creator, 'preguntas_recibidas', {
        p_que: 'todas',
      });
      return [...(await callAs<{ slug: string | null }[]>(asker, 'mis_preguntas', {})), ...preguntas].map(
        ({ slug }) => slug,
      );
    };
    const [row] = await sql`select slug from productos where id = ${product}`;
    expect(await slugs()).toEqual([row?.slug, row?.slug]);
    await callAs(creator, 'archivar_producto', { p_producto: product, p_archivar: true });
    expect(await slugs()).toEqual([null, null]);
  });

  test('is visible to its asker and its creator only, until it is answered', async () => {
    const { creator, asker, product } = await createScene();
    const { id } = await ask(asker, product);
    expect(await isPublic(id)).toBe(false);
    expect(await callAs(asker, 'mis_preguntas', {})).toMatchObject([{ id, respuesta: null }]);
    const received = await callAs(creator, 'preguntas_recibidas', { p_que: 'pendientes' });
    expect(received).toMatchObject({ pendientes: 1, preguntas: [{ id, texto: words }] });
    const stranger = await createUser(sql);
    expect(await callAs(stranger, 'preguntas_recibidas', { p_que: 'todas' })).toMatchObject({ preguntas: [] });
    expect(await callAs(stranger, 'preguntas_recibidas', { p_que: 'equipo' })).toEqual(refusal('sin_permiso'));
    expect(await answer(stranger, id)).toEqual(refusal('no_existe'));
    expect(await answer(asker, id)).toEqual(refusal('no_existe'));
    expect(await answer(creator, id)).toMatchObject(ok);
    expect(await isPublic(id)).toBe(true);
    const [map] = await sql`select mapa_de_preguntas('00000000-0000-0000-0000-000000000000', null) as found`;
    expect(map?.found).toMatchObject([{ nombre: expect.any(String) }]);
    // It is hidden with its product.
    await sql`update productos set status = 'rejected' where id = ${product}`;
    expect(await isPublic(id)).toBe(false);
    expect(
      (await sql`select mapa_de_preguntas('00000000-0000-0000-0000-000000000000', null) as found`)[0]?.found,
    ).toEqual([]);
  });

  test('is refused to accounts that may not ask and outside the limits of length', async () => {
    const { creator, asker, product } = await createScene();
    expect(await ask(creator, product)).toEqual(refusal('es_suyo'));
    for (const text of [
      'a'.repeat(questionLengths.least - 1),
      `  ${'a'.repeat(9)}  `,
      'a'.repeat(questionLengths.most + 1),
    ]) {
      expect(await ask(asker, product, text)).toEqual(refusal('texto_no_valido'));
    }
    for (const length of [questionLengths.least, questionLengths.most])
      expect(await ask(asker, product, 'a'.repeat(length))).toMatchObject(ok);
    const spaced = ' ¿Va   con\n\nPaper? ';
    const { id } = await ask(asker, product, spaced);
    expect((await sql`select texto from preguntas where id = ${id}`)[0]?.texto).toBe(onOneLine(spaced));
    expect(await answer(creator, id, 'a'.repeat(answerLength + 1))).toEqual(refusal('texto_no_valido'));
    expect(await answer(creator, id, 'a'.repeat(answerLength))).toMatchObject(ok);
    expect(await ask(asker, '00000000-0000-4000-8000-000000000000')).toEqual(refusal('no_existe'));
    expect(await ask(asker, await createProduct(sql, { status: 'pending' }))).toEqual(refusal('no_existe'));
    const [banned, disabled, unconfirmed] = [await createUser(sql), await createUser(sql), await createUser(sql)];
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${banned}`;
    await sql`update usuarios_meta set reputacion = 'deshabilitado' where id = ${disabled}`;
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed}`;
    expect(await ask(banned, product)).toEqual(refusal('sin_sesion'));
    expect(await ask(disabled, product)).toEqual(refusal('sin_permiso'));
    expect(await ask(unconfirmed, product)).toEqual(refusal('correo_sin_confirmar'));
  });

  test('is created once by concurrent requests, with three pending per product and ten per day', async () => {
    const { asker, product, creator } = await createScene();
    const answers = await Promise.all([1, 2, 3].map(() => ask(asker, product)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await news(creator)).toHaveLength(1);
    expect(await ask(asker, product, 'La segunda pregunta')).toMatchObject(ok);
    expect(await ask(asker, product, 'La tercera pregunta')).toMatchObject(ok);
    expect(await ask(asker, product, 'La cuarta pregunta')).toEqual(refusal('ya_esperan'));
    for (let count = 0; count < 5; count += 1) expect(await ask(asker, await createProduct(sql))).toMatchObject(ok);
    expect(await ask(asker, await createProduct(sql))).toEqual(refusal('demasiados_intentos'));
  });

  test('notifies its creator, and its answer notifies the asker, once each, by mail unless disabled', async () => {
    const { creator, asker, product } = await createScene();
    const { id } = await ask(asker, product);
    expect(await news(creator)).toEqual([{ tipo: 'pregunta', id }]);
    expect(await mails(creator)).toMatchObject([{ plantilla: 'pregunta', texto: words }]);
    await answer(creator, id);
    await answer(creator, id, 'Sí, y también en Purpur.');
    await answer(creator, id, '');
    await answer(creator, id);
    expect(await news(asker)).toEqual([{ tipo: 'contestada', id }]);
    const silent = await createUser(sql);
    await callAs(silent, 'guardar_preferencias', { p_preguntas: false });
    const other = await ask(silent, product);
    await answer(creator, other.id);
    expect([await news(silent), await mails(silent)]).toEqual([[{ tipo: 'contestada', id: other.id }], []]);
  });

  test('is deleted by its asker and set aside by its creator', async () => {
    const { creator, asker, product } = await createScene();
    const { id } = await ask(asker, product);
    expect(await aside(asker, id, true)).toEqual(refusal('no_existe'));
    expect(await aside(creator, id, true)).toMatchObject(ok);
    expect(await mails(creator)).toEqual([]);
    expect(await callAs(creator, 'preguntas_recibidas', { p_que: 'pendientes' })).toMatchObject({ pendientes: 0 });
    // An answer makes it public.
    await answer(creator, id);
    expect(await isPublic(id)).toBe(true);
    await aside(creator, id, true);
    expect(await isPublic(id)).toBe(false);
    const [seen] = await callAs<Record<string, unknown>[]>(asker, 'mis_preguntas', {});
    expect(seen).not.toHaveProperty('descartada');
    expect(await callAs(creator, 'borrar_pregunta', { p_pregunta: id })).toEqual(refusal('no_existe'));
    expect(await callAs(asker, 'borrar_pregunta', { p_pregunta: id })).toMatchObject(ok);
    expect(await sql`select from preguntas where id = ${id}`).toHaveLength(0);
  });

  test('pending for a week is answered by the team, marked as such, and then by nobody else', async () => {
    const { creator, asker, product } = await createScene();
    const { id } = await ask(asker, product);
    const moderator = await createModerator();
    const waiting = () => callAs(moderator, 'preguntas_recibidas', { p_que: 'equipo' });
    expect(await waiting()).toMatchObject({ preguntas: [] });
    await sql`update preguntas set created_at = now() - interval '8 days' where id = ${id}`;
    expect(await waiting()).toMatchObject({ preguntas: [{ id }] });
    expect(await answer(moderator, id, 'Sí. Lo dice su página.')).toMatchObject(ok);
    expect((await sql`select respuesta_equipo from preguntas where id = ${id}`)[0]?.respuesta_equipo).toBe(true);
    expect(await answer(creator, id)).toEqual(refusal('ya_respondida'));
    // Nobody thanks for an answer of their own.
    expect(await thank(moderator, id, true)).toEqual(refusal('es_suyo'));
    expect(await sql`select accion from auditoria where objeto_id = ${id}`).toEqual([{ accion: 'responder_pregunta' }]);
  });
});

test('the team sees open questions of others about products on sale, and a creator those about their own', async () => {
  const { creator, asker, product } = await createScene();
  const moderator = await createModerator();
  const add = async (change: Record<string, unknown> = {}) => {
    const [row] = await sql`insert into preguntas ${sql({
      producto_id: product,
      user_id: asker,
      texto: words,
      created_at: new Date(Date.now() - 8 * 86_400_000),
      ...change,
    })} returning id`;
    return String(row?.id);
  };
  const [plain, own] = [await add(), await add({ user_id: moderator })];
  const others = [
    await add({ descartada: true }),
    await add({ oculta: true }),
    await add({ respuesta: 'Sí', respuesta_at: new Date() }),
  ];
  await add({ producto_id: await createProduct(sql, { status: 'pending' }) });
  await add({ producto_id: await createProduct(sql, { archivado_at: new Date() }) });
  const received = async (who: string, p_que: string) => {
    const found = await callAs(who, 'preguntas_recibidas', { p_que });
    return (found.preguntas as Array<{ id: string }>).map(({ id }) => id).toSorted();
  };
  expect(await received(moderator, 'equipo')).toEqual([plain]);
  expect(await received(creator, 'pendientes')).toEqual([plain, own].toSorted());
  expect(await received(creator, 'todas')).toEqual([plain, own, ...others].toSorted());
  expect(await callAs(creator, 'preguntas_recibidas', { p_que: 'todas' })).toMatchObject({ pendientes: 2 });
});

test('a page of questions has twenty and one more, which begins the next page', async () => {
  const { creator, asker, product } = await createScene();
  const moderator = await createModerator();
  await sql`insert into preguntas (producto_id, user_id, texto, created_at)
    select ${product}, ${asker}, 'Pregunta ' || 100 + n, now() - interval '9 days' + n * interval '1 minute'
    from generate_series(1, 42) n`;
  const ends = (found: unknown) => {
    const numbers = (found as Array<{ texto: string }>).map(({ texto }) => Number(texto.slice(-2)));
    return [numbers[0], numbers.at(-1)];
  };
  const received = async (who: string, p_que: string, p_pagina: number) =>
    ends((await callAs(who, 'preguntas_recibidas', { p_que, p_pagina })).preguntas);
  for (const [page, newest, oldest] of [
    [-1, [42, 22], [1, 21]],
    [1, [22, 2], [21, 41]],
    [2, [2, 1], [41, 42]],
  ] as const) {
    expect(ends(await callAs(asker, 'mis_preguntas', { p_pagina: page }))).toEqual(newest);
    expect(await received(creator, 'pendientes', page)).toEqual(newest);
    expect(await received(moderator, 'equipo', page)).toEqual(oldest);
  }
});

test('thanks count once per person, even concurrently, and can be withdrawn', async () => {
  const { creator, asker, product } = await createScene();
  const { id } = await ask(asker, product);
  const readers = [asker, await createUser(sql), await createUser(sql), await createUser(sql)];
  expect(await thank(asker, id, true)).toEqual(refusal('no_existe'));
  await answer(creator, id);
  await Promise.all([...readers, ...readers].map((reader) => thank(reader, id, true)));
  const count = async () => (await sql`select utiles from preguntas where id = ${id}`)[0]?.utiles;
  expect(await count()).toBe(4);
  expect(await thank(asker, id, false)).toMatchObject({ gracias: false, utiles: 3 });
  expect(await thank(asker, id, false)).toMatchObject({ gracias: false, utiles: 3 });
  expect(await thank(asker, id, null)).toMatchObject({ gracias: true, utiles: 4 });
  expect(await callAs(asker, 'mis_gracias', { p_producto: product })).toEqual([id]);
  expect(await thank(creator, id, true)).toEqual(refusal('es_suyo'));
  // They belong to that answer.
  await answer(creator, id, '');
  expect(await count()).toBe(0);
});

describe('a reported question or answer', () => {
  const report = (who: string, p_tipo: 'pregunta' | 'respuesta', p_objeto: string) =>
    callAs(who, 'reportar', { p_tipo, p_objeto, p_motivo: 'spam', p_texto: '' });

  test.each(['pregunta', 'respuesta'] as const)(
    'is taken down (%s), and a granted appeal restores it',
    async (part) => {
      const { creator, asker, product } = await createScene();
      const { id } = await ask(asker, product);
      await answer(creator, id);
      const [owner, moderator, judge] = [
        part === 'pregunta' ? asker : creator,
        await createModerator(),
        await createModerator(),
      ];
      expect(await report(owner, part, id)).toEqual(refusal('no_existe'));
      const reporter = await createUser(sql);
      expect(await report(reporter, part, id)).toEqual(ok);
      const [row] = await sql`select id from reportes where objeto_id = ${id} and user_id = ${reporter}`;
      const { reportes } = await callAs<{ reportes: { objeto_id: string; objeto: unknown }[] }>(
        moderator,
        'listar_reportes',
        { p_abiertos: true, p_pagina: 0 },
      );
      expect(reportes.find(({ objeto_id }) => objeto_id === id)?.objeto).toMatchObject({
        texto: part === 'pregunta' ? words : 'Sí, desde la 1.20.',
        oculta: false,
      });
      const act = { p_reporte: String(row?.id), p_medidas: ['retirar'], p_hasta: null, p_motivo: 'Publicidad' };
      expect(await callAs(moderator, 'actuar_en_reporte', act)).toMatchObject({ ok: true, tipo: part, objeto_id: id });
      expect(await isPublic(id)).toBe(false);
      expect(await answer(creator, id)).toEqual(refusal('retirada'));
      expect(await callAs(asker, 'borrar_pregunta', { p_pregunta: id })).toEqual(refusal('no_existe'));
      const [measure] = await sql`select id, tipo, user_id from medidas where objeto_id = ${id}`;
      expect(measure).toMatchObject({ tipo: part, user_id: owner });
      expect(await callAs(owner, 'mi_moderacion', {})).toMatchObject({
        medidas: [{ tipo: part, motivo: 'Publicidad' }],
      });
      await callAs(owner, 'apelar_medida', { p_medida: String(measure?.id), p_texto: 'No es publicidad de nadie.' });
      const [appeal] = await sql`select id from reportes where objeto_tipo = 'medida' and user_id = ${owner}`;
      const decision = { p_reporte: String(appeal?.id), p_estado: 'resuelto', p_nota: 'Es verdad' };
      expect(await callAs(judge, 'resolver_reporte', decision)).toMatchObject({ ok: true, tipo: part });
      expect(await isPublic(id)).toBe(true);
      // It was told of its answer once.
      expect((await news(asker)).filter(({ tipo }) => tipo === 'contestada')).toHaveLength(1);
    },
  );

  test('that is pending can be reported by its creator only, and is restored by a moderator without an appeal', async () => {
    const { creator, asker, product } = await createScene();
    const { id } = await ask(asker, product);
    expect(await report(await createUser(sql), 'pregunta', id)).toEqual(refusal('no_existe'));
    expect(await report(creator, 'pregunta', id)).toEqual(ok);
    const moderator = await createModerator();
    const moderate = (p_oculta: boolean | null, p_motivo: string | null) =>
      callAs(moderator, 'moderar_pregunta', { p_pregunta: id, p_parte: 'pregunta', p_oculta, p_motivo });
    expect(await moderate(true, null)).toEqual(refusal('motivo_no_valido'));
    expect(await moderate(null, null)).toEqual(refusal('datos_no_validos'));
    expect(await moderate(true, 'Insultos')).toMatchObject(ok);
    expect(await callAs(creator, 'preguntas_recibidas', { p_que: 'pendientes' })).toMatchObject({ pendientes: 0 });
    expect(await moderate(false, null)).toMatchObject({ ok: true, tipo: 'pregunta' });
    expect(await sql`select levantada_at is not null as lifted from medidas where objeto_id = ${id}`).toEqual([
      { lifted: true },
    ]);
  });
});

test('deleting an account deletes its questions, answers and thanks', async () => {
  const { creator, asker, product } = await createScene();
  const [first, second] = [await ask(asker, product), await ask(await createUser(sql), product)];
  for (const { id } of [first, second]) await answer(creator, id);
  await thank(asker, second.id, true);
  expect(await callAs(asker, 'mis_datos', {})).toMatchObject({
    preguntas: [{ id: first.id }],
    gracias: [{ pregunta_id: second.id }],
  });
  expect(await callAs(creator, 'mis_datos', {})).toMatchObject({ respuestas: [{}, {}] });
  await callAs(asker, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, asker) });
  expect(await sql`select id, utiles from preguntas`).toEqual([{ id: second.id, utiles: 0 }]);
  await callAs(creator, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, creator) });
  expect(await sql`select respuesta, respuesta_de from preguntas`).toEqual([{ respuesta: null, respuesta_de: null }]);
});

test('deleting an account leaves answers of others with their thanks', async () => {
  const [{ creator, asker, product }, other] = [await createScene(), await createScene()];
  const [kept, lost] = [await ask(asker, product), await ask(asker, other.product)];
  await answer(creator, kept.id);
  await answer(other.creator, lost.id);
  const reader = await createUser(sql);
  for (const { id } of [kept, lost]) await thank(reader, id, true);
  await callAs(other.creator, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, other.creator) });
  expect(await sql`select id, utiles, respuesta is not null as answered from preguntas order by utiles`).toEqual([
    { id: lost.id, utiles: 0, answered: false },
    { id: kept.id, utiles: 1, answered: true },
  ]);
  expect(await sql`select pregunta_id from gracias_respuesta`).toEqual([{ pregunta_id: kept.id }]);
});

test('staff do not moderate their own questions, answers and products', async () => {
  const { creator, asker, product } = await createScene();
  const mine = await createModerator();
  const [own, foreign] = [await ask(mine, product), await ask(asker, product)];
  await answer(creator, foreign.id);
  const hide = (p_pregunta: string, p_parte: 'pregunta' | 'respuesta') =>
    callAs(mine, 'moderar_pregunta', { p_pregunta, p_parte, p_oculta: true, p_motivo: 'Insultos' });
  expect(await hide(own.id, 'pregunta')).toEqual(refusal('es_suya'));
  expect(await hide(foreign.id, 'respuesta')).toMatchObject(ok);
});
