import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createFactor, createProduct, createUser, decideRevision, submission } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 8 });
const { sql } = db;

const json = (value: Record<string, unknown>) => sql.json(value as never);
async function moderator() {
  const id = await createUser(sql, { role: 'moderador', display_name: `Mod ${randomUUID().slice(0, 8)}` });
  await createFactor(sql, id);
  return id;
}

/** A creator with a change that waits. */
async function createRevision() {
  const creator = await createUser(sql, { display_name: `Taller ${randomUUID().slice(0, 8)}` });
  const product = await createProduct(sql, { usuario_id: creator });
  await propose(creator, product);
  return { creator, product, ...(await waiting(product)) };
}

async function propose(creator: string, product: string, change: Record<string, unknown> = {}) {
  const sent = await db.callAs(creator, 'proponer_cambios', {
    p_producto: product,
    p_contenido: json(submission({ nombre: 'Obra', ...change })),
  });
  expect(sent).toMatchObject({ ok: true });
}

async function waiting(product: string) {
  const [row] = await sql`select id, md5(contenido::text) as fingerprint from revisiones_producto
    where producto_id = ${product} and estado = 'pendiente'`;
  return { id: String(row?.id), fingerprint: String(row?.fingerprint) };
}

const write = (who: string, p_producto: string, p_texto = 'Hola') =>
  db.callAs(who, 'comentar_revision', { p_producto, p_texto });
const ask = (who: string, id: string, p_huella: string, p_texto = 'Falta la portada', p_motivos = ['calidad']) =>
  db.callAs(who, 'pedir_cambios', { p_revision: id, p_huella, p_motivos, p_texto });
/** A person's notifications, which must equal their mails. */
async function bellOf(who: string) {
  const bell = await sql`select clave, datos from notificaciones
    where user_id = ${who} and tipo = 'mensaje_revision' order by id`;
  const mails =
    await sql`select datos from correos where user_id = ${who} and plantilla = 'mensaje_revision' order by id`;
  expect(mails.map(({ datos }) => datos)).toEqual(bell.map(({ datos }) => datos));
  return bell.map(({ datos }) => [datos.que, datos.texto]);
}
const state = async (who: string, p_producto: string) => db.callAs(who, 'estado_revision', { p_producto });

describe('a message of a moderator', () => {
  test('notifies the creator only, in the shop and by mail', async () => {
    const { creator, product, id } = await createRevision();
    const [one, other] = [await moderator(), await moderator()];
    expect(await write(one, product, '¿Qué versión es?')).toEqual({ ok: true });
    expect(await bellOf(creator)).toEqual([['mensaje', '¿Qué versión es?']]);
    expect([await bellOf(one), await bellOf(other)]).toEqual([[], []]);
    const [bell] = await sql`select datos from notificaciones where user_id = ${creator} and tipo = 'mensaje_revision'`;
    expect(bell?.datos).toMatchObject({ nombre: 'Obra', revision_id: id, slug: expect.any(String) });
    // The name of the moderator is visible to the team only.
    expect(bell?.datos.de).toBeNull();
  });

  test('sends ten mails a day at most, and every notification', async () => {
    const { creator, product } = await createRevision();
    const one = await moderator();
    for (let n = 0; n < 12; n++) await write(one, product, `Mensaje ${n}`);
    const [bell] = await sql`select count(*)::int as n from notificaciones where user_id = ${creator}`;
    const [mails] = await sql`select count(*)::int as n from correos where user_id = ${creator}`;
    expect([bell?.n, mails?.n]).toEqual([12, 10]);
  });
});

test('the messages about a product name their author to the team, and nobody of the team to its creator', async () => {
  const { creator, product } = await createRevision();
  const [one, other] = [await moderator(), await moderator()];
  await write(one, product, '¿Qué versión es?');
  await write(creator, product, 'La 2.0');
  const read = (who: string) => db.callAs(who, 'mensajes_de_revision', { p_producto: product });
  const [name] = await sql`select display_name from usuarios_meta where id = ${one}`;
  expect(await read(creator)).toMatchObject([
    { texto: '¿Qué versión es?', mio: false, autor: null },
    { texto: 'La 2.0', mio: true, autor: null },
  ]);
  expect(await read(one)).toMatchObject([{ mio: true, autor: name?.display_name }, { mio: false }]);
  expect(await read(other)).toMatchObject([{ mio: false, autor: name?.display_name }, { mio: false }]);
  expect(await read(await createUser(sql))).toEqual([]);
  await expect(
    db.asUser(creator, (tx) => tx`select autor_id from mensajes_revision where producto_id = ${product}`),
  ).rejects.toThrow(/permission denied/);
});

test('a message is neither empty nor longer than 2,000 characters', async () => {
  const { creator, product } = await createRevision();
  for (const text of [null, '', '  ', 'x'.repeat(2_001)])
    expect(await write(creator, product, text as string)).toEqual({ ok: false, error: 'texto_no_valido' });
  expect(await write(creator, product, 'x'.repeat(2_000))).toEqual({ ok: true });
});

describe('a message of a creator', () => {
  test('notifies the assigned moderator', async () => {
    const { creator, product, id } = await createRevision();
    const [one, other] = [await moderator(), await moderator()];
    await db.callAs(other, 'comentar_revision', { p_producto: product, p_texto: 'Lo miro' });
    await db.callAs(one, 'asignar_revision', { p_revision: id, p_a: one, p_tenia: null });
    expect(await write(creator, product, 'Ya está')).toEqual({ ok: true });
    expect([await bellOf(one), await bellOf(other)]).toEqual([[['respuesta', 'Ya está']], []]);
  });

  test('notifies the last active moderator of an unassigned revision', async () => {
    const { creator, product, id } = await createRevision();
    const [one, other] = [await moderator(), await moderator()];
    await write(one, product);
    await decideRevision(db, other, {
      p_revision: id,
      p_aprobar: false,
      p_motivos: ['archivo'],
      p_nota: '',
    });
    await write(creator, product, '¿Por qué?');
    expect([await bellOf(one), await bellOf(other)]).toEqual([[], [['respuesta', '¿Por qué?']]]);
  });

  test('notifies the whole team if there is no moderator, except banned people and the author', async () => {
    const { creator, product } = await createRevision();
    const [one, banned] = [await moderator(), await moderator()];
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${banned}`;
    await sql`update usuarios_meta set role = 'moderador' where id = ${creator}`;
    await write(creator, product, 'Hola a todos');
    expect(await bellOf(one)).toEqual([['respuesta', 'Hola a todos']]);
    expect([await bellOf(banned), await bellOf(creator)]).toEqual([[], []]);
  });

  test('requires a submitted product, because nobody could read it otherwise', async () => {
    const creator = await createUser(sql);
    const product = await createProduct(sql, { usuario_id: creator });
    expect(await write(creator, product)).toEqual({ ok: false, error: 'no_existe' });
  });
});

test('the position of a submission counts those that wait for the team and were sent earlier', async () => {
  const [decided, asked, first, second, later] = [
    await createRevision(),
    await createRevision(),
    await createRevision(),
    await createRevision(),
    await createRevision(),
  ];
  for (const [index, { id }] of [decided, asked, first, second, later].entries())
    await sql`update revisiones_producto set enviada_at = timestamptz '2001-01-01' + make_interval(days => ${index}) where id = ${id}`;
  await sql`update revisiones_producto set estado = 'aprobada' where id = ${decided.id}`;
  await sql`update revisiones_producto set espera_creador = true where id = ${asked.id}`;
  const positions = await Promise.all([first, second, later].map(({ creator, product }) => state(creator, product)));
  expect(positions.map(({ posicion }) => posicion)).toEqual([1, 2, 3]);
});

describe('requested changes', () => {
  test('wait for the creator, who gets the reason, and are in the log and the history', async () => {
    const { creator, product, id, fingerprint } = await createRevision();
    const one = await moderator();
    expect(await state(creator, product)).toMatchObject({ estado: 'pendiente', posicion: expect.any(Number) });
    expect(await ask(one, id, fingerprint)).toEqual({ ok: true });
    expect(await state(creator, product)).toMatchObject({
      estado: 'cambios_pedidos',
      motivos: ['calidad'],
      nota: 'Falta la portada',
      posicion: null,
    });
    expect(await bellOf(creator)).toEqual([['cambios', 'Falta la portada']]);
    const [message] = await sql`select texto, autor_id from mensajes_revision where producto_id = ${product}`;
    expect(message).toEqual({ texto: 'Falta la portada', autor_id: one });
    const [act] = await sql`select accion, motivo, despues from auditoria
      where objeto_id = ${product} and accion = 'pedir_cambios'`;
    expect(act).toMatchObject({ motivo: 'Falta la portada', despues: { motivos: ['calidad'] } });
    expect(await db.callAs(one, 'revision_para_decidir', { p_revision: id })).toMatchObject({
      estado: 'cambios_pedidos',
      moderador: { id: one },
      historia: [{ estado: 'cambios_pedidos', nota: 'Falta la portada', motivos: ['calidad'] }],
    });
  });

  test('leave the queue until the creator responds, and have their own filter', async () => {
    const { creator, product, id, fingerprint } = await createRevision();
    const one = await moderator();
    const queue = async (filters: Record<string, unknown>) => {
      const answer = await db.callAs(one, 'cola_revision', { p_filtros: json({ buscar: creator, ...filters }) });
      return (answer as unknown as { filas: Array<{ id: string }> }).filas.map((row) => row.id);
    };
    expect([await queue({}), await queue({ de: 'creador' })]).toEqual([[id], []]);
    await ask(one, id, fingerprint);
    expect([await queue({}), await queue({ de: 'mias' }), await queue({ de: 'creador' })]).toEqual([[], [], [id]]);
    await write(creator, product, 'No hace falta: es la portada de la serie');
    expect([await queue({}), await queue({ de: 'mias' }), await queue({ de: 'creador' })]).toEqual([[id], [id], []]);
    expect(await state(creator, product)).toMatchObject({ estado: 'pendiente', posicion: expect.any(Number) });
    expect(await bellOf(one)).toEqual([['respuesta', 'No hace falta: es la portada de la serie']]);
  });

  test('are answered by a resubmission, which notifies the requester', async () => {
    const { creator, product, id, fingerprint } = await createRevision();
    const one = await moderator();
    await ask(one, id, fingerprint);
    await propose(creator, product, { nombre: 'Obra mejor' });
    expect(await bellOf(one)).toEqual([['reenvio', null]]);
    const next = await waiting(product);
    expect(next.id).not.toBe(id);
    expect(await state(creator, product)).toMatchObject({ estado: 'pendiente' });
    expect(await db.callAs(one, 'revision_para_decidir', { p_revision: next.id })).toMatchObject({
      moderador: { id: one },
      historia: [{ estado: 'cambios_pedidos' }],
    });
    // An unrequested change is not notified, because it is in the queue.
    await propose(creator, product, { nombre: 'Obra aún mejor' });
    expect(await bellOf(one)).toHaveLength(1);
  });

  test('can be requested again, and decided', async () => {
    const { creator, product, id, fingerprint } = await createRevision();
    const one = await moderator();
    await ask(one, id, fingerprint, 'Primera');
    await write(creator, product);
    expect(await ask(one, id, fingerprint, 'Segunda')).toEqual({ ok: true });
    expect(await bellOf(creator)).toEqual([
      ['cambios', 'Primera'],
      ['cambios', 'Segunda'],
    ]);
    const decided = { p_revision: id, p_huella: fingerprint, p_aprobar: true, p_motivos: [], p_nota: '' };
    expect(await db.callAs(one, 'decidir_revision', decided)).toMatchObject({ ok: true });
    expect(await state(creator, product)).toMatchObject({ estado: 'aprobada' });
  });

  test('are refused without a text, with an unknown reason, late, and by anybody but their moderator', async () => {
    const { creator, id, fingerprint } = await createRevision();
    const [one, other] = [await moderator(), await moderator()];
    const refused = async (error: string, call: Promise<unknown>) => expect(await call).toEqual({ ok: false, error });
    await refused('sin_permiso', ask(creator, id, fingerprint));
    await refused('revision_no_existe', ask(one, randomUUID(), fingerprint));
    await refused('texto_no_valido', ask(one, id, fingerprint, '  '));
    await refused('texto_no_valido', ask(one, id, fingerprint, 'x'.repeat(2001)));
    await refused('motivo_no_valido', ask(one, id, fingerprint, 'Hola', ['inventado']));
    await refused('ha_cambiado', ask(one, id, 'otra'));
    await db.callAs(one, 'asignar_revision', { p_revision: id, p_a: one, p_tenia: null });
    await refused('la_tiene_otra_persona', ask(other, id, fingerprint));
    await decideRevision(db, one, { p_revision: id, p_aprobar: true, p_motivos: [], p_nota: '' });
    await refused('ya_resuelta', ask(one, id, fingerprint));
  });

  test('cannot be requested from oneself', async () => {
    const { creator, id, fingerprint } = await createRevision();
    await sql`update usuarios_meta set role = 'moderador' where id = ${creator}`;
    expect(await ask(creator, id, fingerprint)).toEqual({ ok: false, error: 'es_suya' });
  });
});
