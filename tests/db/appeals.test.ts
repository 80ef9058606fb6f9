import { expect, test } from 'vitest';
import { createFactor, createSession, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const { sql, callAs, asUser, within } = await openDatabase();

const text = 'Fue mi hermano, y ya he cambiado la contraseña.';
const appeal = (who: string, p_texto = text) => callAs(who, 'apelar', { p_texto });
const banned = () => createUser(sql, { banned_until: '2999-01-01', ban_motivo: 'Insultos' });

type Report = { id: string; objeto_tipo: string; texto: string; objeto: Record<string, unknown> };

async function appealsOf(moderator: string, who: string): Promise<Report[]> {
  const answer = await callAs(moderator, 'listar_reportes', { p_abiertos: true, p_pagina: 0 });
  const found = (answer.reportes as Array<Report & { objeto_id: string }>).filter(
    ({ objeto_tipo, objeto_id }) => objeto_tipo === 'apelacion' && objeto_id === who,
  );
  return found;
}

test('an appeal of a banned or disabled account is listed among the reports once', async () => {
  const moderator = await createUser(sql, { role: 'moderador' });
  for (const [who, reason] of [
    [await banned(), 'Insultos'],
    [await createUser(sql, { reputacion: 'deshabilitado' }), null],
  ] as const) {
    expect(await appeal(who)).toEqual({ ok: true });
    expect(await appeal(who)).toEqual({ ok: false, error: 'ya_apelada' });
    expect(await appealsOf(moderator, who)).toMatchObject([{ texto: text, objeto: { motivo: reason } }]);
  }
});

test.each([
  ['no sanction', () => createUser(sql), text, 'sin_sancion'],
  ['an expired ban', () => createUser(sql, { banned_until: '2020-01-01' }), text, 'sin_sancion'],
  ['a short text', banned, '   corto   ', 'texto_no_valido'],
  ['a long text', banned, 'a'.repeat(2_001), 'texto_no_valido'],
])('an appeal with %s is refused', async (_what, make, words, error) => {
  expect(await appeal(await make(), words)).toEqual({ ok: false, error });
});

test('appeals are limited to three a day', async () => {
  const who = await banned();
  for (let n = 0; n < 3; n += 1) await appeal(who);
  expect(await appeal(who)).toEqual({ ok: false, error: 'demasiados_intentos' });
});

test('an appeal is answered by mail, and granted only after the sanction is lifted', async () => {
  const [who, moderator] = [await banned(), await createUser(sql, { role: 'moderador' })];
  await appeal(who);
  const [report] = await appealsOf(moderator, who);
  const resolve = (p_estado: string) =>
    callAs(moderator, 'resolver_reporte', { p_reporte: report?.id, p_estado, p_nota: ' Tienes razón, perdona. ' });
  expect(await resolve('resuelto')).toEqual({ ok: false, error: 'sancion_vigente' });
  await sql`update usuarios_meta set banned_until = null where id = ${who}`;
  expect(await resolve('resuelto')).toMatchObject({ ok: true });
  expect(await resolve('resuelto')).toEqual({ ok: false, error: 'no_existe' });
  expect(await sql`select clave, datos from correos where user_id = ${who}`).toEqual([
    { clave: `apelacion:${report?.id}`, datos: { concedida: true, respuesta: 'Tienes razón, perdona.' } },
  ]);
});

test('an appeal cannot be decided by its author', async () => {
  const who = await createUser(sql, { role: 'moderador', reputacion: 'deshabilitado' });
  await appeal(who);
  const [report] = await appealsOf(who, who);
  const own = { p_reporte: report?.id, p_estado: 'descartado', p_nota: 'Me absuelvo' };
  expect(await callAs(who, 'resolver_reporte', own)).toEqual({ ok: false, error: 'es_suya' });
});

test('a banned person reads their own open appeal only', async () => {
  const [who, other] = [await banned(), await banned()];
  for (const person of [who, other]) await appeal(person);
  const seen = () =>
    asUser(who, (tx) => tx`select user_id, texto, estado from reportes where objeto_tipo = 'apelacion'`);
  expect(await seen()).toEqual([{ user_id: who, texto: text, estado: 'abierto' }]);
});

test('a banned person with a second factor reads their open appeal before the second step', async () => {
  const who = await banned();
  await createFactor(sql, who);
  await appeal(who);
  const halfway = within({ aal: 'aal1', session_id: await createSession(sql, who, 'aal1') });
  const seen = () => halfway.asUser(who, (tx) => tx`select texto from reportes`);
  await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo) values ('usuario', ${who}, ${who}, 'otro')`;
  expect(await seen()).toEqual([{ texto: text }]);
  await sql`update reportes set estado = 'descartado' where user_id = ${who}`;
  expect(await seen()).toEqual([]);
});
