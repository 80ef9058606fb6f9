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
  const name = `Obra ${randomUUID().slice(0, 8)}`;
  return { creator, product, name, id: await propose(creator, product, { nombre: name }) };
}

async function propose(creator: string, product: string, change: Record<string, unknown> = {}): Promise<string> {
  const content = submission({ nombre: 'Obra', ...change });
  const sent = await db.callAs(creator, 'proponer_cambios', { p_producto: product, p_contenido: json(content) });
  expect(sent).toMatchObject({ ok: true });
  const [row] = await sql`select id from revisiones_producto where producto_id = ${product} and estado = 'pendiente'`;
  return String(row?.id);
}

type Item = { id: string; huella: string; moderador: string | null; enviada_at: string };
const queue = async (who: string, filters: Record<string, unknown>) => {
  const answer = await db.callAs(who, 'cola_revision', { p_filtros: json(filters) });
  expect(answer).toMatchObject({ ok: true });
  return answer as unknown as { filas: Item[]; total: number | null };
};
const found = async (who: string, filters: Record<string, unknown>) =>
  (await queue(who, filters)).filas.map(({ id }) => id);
const assign = (who: string, p_revision: string, p_a: string | null, p_tenia: string | null = null) =>
  db.callAs(who, 'asignar_revision', { p_revision, p_a, p_tenia });
const holder = async (id: string) =>
  (await sql`select moderador_id from revisiones_asignadas where revision_id = ${id}`)[0]?.moderador_id ?? null;

describe('the queue', () => {
  test('is searched by product and creator, and filtered', async () => {
    const [one, other] = [await moderator(), await moderator()];
    const { id, name, creator } = await createRevision();
    const [person] = await sql`select display_name from usuarios_meta where id = ${creator}`;
    for (const buscar of [name, name.slice(2).toUpperCase(), person?.display_name, creator]) {
      expect(await found(one, { buscar }), buscar).toEqual([id]);
    }
    const by = (more: Record<string, unknown>, who = one) => found(who, { buscar: name, ...more });
    expect(await by({ tipo: 'cambio' })).toEqual([id]);
    expect(await by({ tipo: 'nueva' })).toEqual([]);
    expect([await by({ de: 'libres' }), await by({ de: 'mias' }), await by({ de: 'otras' })]).toEqual([[id], [], []]);
    await assign(one, id, one);
    expect([await by({ de: 'libres' }), await by({ de: 'mias' }), await by({ de: 'otras' })]).toEqual([[], [id], []]);
    expect([await by({ de: 'mias' }, other), await by({ de: 'otras' }, other)]).toEqual([[], [id]]);
    expect(await by({ dias: '3' })).toEqual([]);
    await sql`update revisiones_producto set enviada_at = now() - interval '4 days' where id = ${id}`;
    expect(await by({ dias: '3' })).toEqual([id]);
    expect(await queue(one, { buscar: '%' })).toMatchObject({ filas: [], total: 0 });
  });

  test('finds one of many creators of a name', async () => {
    const [one, word] = [await moderator(), randomUUID().slice(0, 8)];
    for (let n = 0; n < 101; n += 1) await createUser(sql, { display_name: `Ana ${word} ${n}` });
    const { id, creator } = await createRevision();
    await sql`update usuarios_meta set display_name = ${`Ana ${word} Lumbre`} where id = ${creator}`;
    expect(await found(one, { buscar: `ana ${word}` })).toEqual([id]);
  });

  test('is paginated, with its total on the first page', async () => {
    const one = await moderator();
    const revisions = [await createRevision(), await createRevision(), await createRevision()];
    const word = randomUUID().slice(0, 8);
    await sql`update revisiones_producto set contenido = contenido || ${json({ nombre: `Serie ${word}` })}
      where id in ${sql(revisions.map(({ id }) => id))}`;
    const first = await queue(one, { buscar: word, limite: 2 });
    const last = first.filas.at(-1);
    const second = await queue(one, { buscar: word, limite: 2, clave: last?.enviada_at, id: last?.id });
    expect([first.total, second.total]).toEqual([3, null]);
    expect([...first.filas, ...second.filas].map(({ id }) => id)).toEqual(revisions.map(({ id }) => id));
  });

  test.each([0, -1])('has one row at least, for a limit of %i, too', async (limite) => {
    const [one, revisions] = [await moderator(), [await createRevision(), await createRevision()]];
    const word = randomUUID().slice(0, 8);
    await sql`update revisiones_producto set contenido = contenido || ${json({ nombre: `Serie ${word}` })}
      where id in ${sql(revisions.map(({ id }) => id))}`;
    expect(await found(one, { buscar: word, limite })).toEqual([revisions[0]?.id]);
  });

  test('shows an unnamed submission under the name of its product and allows its rejection', async () => {
    const one = await moderator();
    const { id, product, creator } = await createRevision();
    await sql`update productos set nombre = ${`Torre ${id}`} where id = ${product}`;
    await sql`update revisiones_producto set contenido = contenido - 'nombre' where id = ${id}`;
    const row = (await queue(one, { buscar: creator })).filas[0];
    expect(row).toMatchObject({ id, nombre: `Torre ${id}` });
    const decided = { p_revision: id, p_huella: row?.huella, p_motivos: ['incompleto'], p_nota: '' };
    expect(await db.callAs(one, 'decidir_revision', { ...decided, p_aprobar: true })).toEqual({
      ok: false,
      error: 'no_aplicable',
    });
    expect(await db.callAs(one, 'decidir_revision', { ...decided, p_aprobar: false })).toMatchObject({ ok: true });
    expect(await sql`select datos ->> 'nombre' as name from correos where clave = ${`revision:${id}`}`).toEqual([
      { name: `Torre ${id}` },
    ]);
  });

  test('rejects the approval of a product with an unsearchable word', async () => {
    const one = await moderator();
    const { id, creator } = await createRevision();
    await sql`update revisiones_producto set contenido = contenido || ${json({ generos: ['x'.repeat(3000)] })} where id = ${id}`;
    const p_huella = (await queue(one, { buscar: creator })).filas[0]?.huella;
    const decided = { p_revision: id, p_huella, p_motivos: ['otro'], p_nota: '' };
    expect(await db.callAs(one, 'decidir_revision', { ...decided, p_aprobar: true })).toEqual({
      ok: false,
      error: 'no_aplicable',
    });
    expect(await db.callAs(one, 'decidir_revision', { ...decided, p_aprobar: false })).toMatchObject({ ok: true });
  });

  test.each([{ dias: 'x' }, { clave: 'ayer', id: randomUUID() }, { limite: 'y' }])('refuses %j', async (filters) => {
    expect(await db.callAs(await moderator(), 'cola_revision', { p_filtros: json(filters) })).toEqual({
      ok: false,
      error: 'datos_no_validos',
    });
  });

  test('is closed to people who are not moderators', async () => {
    const { id, creator } = await createRevision();
    const refused = { ok: false, error: 'sin_permiso' };
    expect(await db.callAs(creator, 'cola_revision', { p_filtros: json({}) })).toEqual(refused);
    expect(await db.callAs(creator, 'moderadores', {})).toEqual(refused);
    expect(await assign(creator, id, creator)).toEqual(refused);
    const decided = { p_revision: id, p_huella: '', p_aprobar: true, p_motivos: [], p_nota: '' };
    expect(await db.callAs(creator, 'decidir_revision', decided)).toEqual(refused);
  });
});

describe('the assignment of a revision', () => {
  test('goes to one of two concurrent moderators, and the other one sees the assignee', async () => {
    const [one, other] = [await moderator(), await moderator()];
    for (let round = 0; round < 5; round++) {
      const { id } = await createRevision();
      const answers = await Promise.all([assign(one, id, one), assign(other, id, other)]);
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
      const winner = answers[0]?.ok ? one : other;
      expect(await holder(id)).toBe(winner);
      const [name] = await sql`select display_name from usuarios_meta where id = ${winner}`;
      expect(answers.find(({ ok }) => !ok)).toEqual({
        ok: false,
        error: 'la_tiene_otra_persona',
        moderador: name?.display_name,
      });
    }
  });

  test('is changed by its holder or an admin, and goes to moderators only', async () => {
    const [one, other, admin] = [await moderator(), await moderator(), await createUser(sql, { role: 'admin' })];
    const { id, creator } = await createRevision();
    expect(await assign(one, id, creator)).toEqual({ ok: false, error: 'no_modera' });
    expect(await assign(one, id, one)).toEqual({ ok: true });
    expect(await assign(one, id, one)).toEqual({ ok: true });
    expect(await assign(other, id, other, one)).toEqual({ ok: false, error: 'la_tiene_otra_persona' });
    expect(await assign(other, id, null, one)).toEqual({ ok: false, error: 'la_tiene_otra_persona' });
    expect(await assign(one, id, other, one)).toEqual({ ok: true });
    expect(await holder(id)).toBe(other);
    expect(await assign(admin, id, null, other)).toEqual({ ok: true });
    expect(await holder(id)).toBeNull();
    const acts = await sql`select despues ->> 'moderador' as who from auditoria where accion = 'asignar_revision'
      and objeto_id = (select producto_id::text from revisiones_producto where id = ${id}) order by id`;
    expect(acts).toHaveLength(3);
  });

  test('ends when its moderator cannot decide any more', async () => {
    const [gone, one] = [await moderator(), await moderator()];
    const { id, name } = await createRevision();
    expect(await assign(one, id, await createUser(sql, { role: 'moderador' }))).toEqual({
      ok: false,
      error: 'no_modera',
    });
    expect(await assign(gone, id, gone)).toEqual({ ok: true });
    await sql`update usuarios_meta set role = 'user' where id = ${gone}`;
    expect(await found(one, { buscar: name, de: 'libres' })).toEqual([id]);
    expect(await found(one, { buscar: name, de: 'otras' })).toEqual([]);
    const [row] = (await queue(one, { buscar: name })).filas;
    expect(row).toMatchObject({ moderador: null });
    const shown = await db.callAs(one, 'revision_para_decidir', { p_revision: id });
    expect(shown).toMatchObject({ moderador: null });
    expect(await assign(one, id, one)).toEqual({ ok: true });
    await sql`update auth.mfa_factors set status = 'unverified' where user_id = ${one}`;
    const other = await moderator();
    const decided = { p_revision: id, p_huella: row?.huella, p_aprobar: false, p_motivos: ['otro'], p_nota: '' };
    expect(await db.callAs(other, 'decidir_revision', decided)).toMatchObject({ ok: true });
  });

  test('is offered to staff with a second factor only', async () => {
    const [one, withoutFactor] = [await moderator(), await createUser(sql, { role: 'moderador' })];
    const { moderadores } = await db.callAs(one, 'moderadores', {});
    const offered = (moderadores as Array<{ id: string }>).map(({ id }) => id);
    expect([offered.includes(one), offered.includes(withoutFactor)]).toEqual([true, false]);
  });

  test('cannot go to the moderator who created the product', async () => {
    const [one, author] = [await moderator(), await moderator()];
    const id = await propose(author, await createProduct(sql, { usuario_id: author }));
    expect(await assign(one, id, author)).toEqual({ ok: false, error: 'es_suya' });
  });

  test('survives a resubmission, and ends with the decision', async () => {
    const one = await moderator();
    const { id, creator, product } = await createRevision();
    await assign(one, id, one);
    const next = await propose(creator, product);
    expect([await holder(id), await holder(next)]).toEqual([null, one]);
    await decideRevision(db, one, { p_revision: next, p_aprobar: true, p_motivos: [], p_nota: '' });
    expect(await holder(next)).toBeNull();
    expect(await assign(one, next, one)).toEqual({ ok: false, error: 'ya_resuelta' });
  });
});

describe('a bulk decision', () => {
  const decide = (who: string, id: string, p_huella: string, p_aprobar = true, p_motivos: string[] = []) =>
    db.callAs(who, 'decidir_revision', { p_revision: id, p_huella, p_aprobar, p_motivos, p_nota: 'Nota' });
  const printOf = async (who: string, name: string) => (await queue(who, { buscar: name })).filas[0]?.huella ?? '';

  test('is refused for a revision that was changed, replaced or decided', async () => {
    const [one, admin] = [await moderator(), await createUser(sql, { role: 'admin' })];
    const { id, name, creator, product } = await createRevision();
    const shown = await printOf(one, name);
    const [now] = await sql`select precio::float as precio from productos where id = ${product}`;
    await sql`update revisiones_producto set contenido = contenido || ${json({ precio: now?.precio })} where id = ${id}`;
    const saved = { p_producto: product, p_base: json({ precio: now?.precio }), p_cambios: json({ precio: 42 }) };
    const current = await printOf(one, name);
    expect(await db.callAs(admin, 'guardar_producto', saved)).toMatchObject({ ok: true });
    for (const stale of [shown, current]) {
      expect(await decide(one, id, stale)).toEqual({ ok: false, error: 'ha_cambiado' });
    }
    expect(await decide(one, id, await printOf(one, name), false)).toEqual({ ok: false, error: 'motivo_no_valido' });
    const next = await propose(creator, product, { nombre: name });
    expect(await decide(one, id, await printOf(one, name))).toEqual({ ok: false, error: 'ya_resuelta' });
    const print = await printOf(one, name);
    const both = await Promise.all([decide(one, next, print), decide(admin, next, print)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: 'ya_resuelta' });
  });

  test('is refused for a revision assigned to another person', async () => {
    const [one, other] = [await moderator(), await moderator()];
    const { id, name } = await createRevision();
    await assign(other, id, other);
    const print = await printOf(one, name);
    expect(await decide(one, id, print)).toEqual({ ok: false, error: 'la_tiene_otra_persona' });
    expect(await decide(other, id, print, false, ['calidad'])).toMatchObject({ ok: true });
  });
});
