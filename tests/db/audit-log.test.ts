import { describe, expect, test } from 'vitest';
import { createProduct, createUser, decideRevision, editPerson, editProduct } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 3 });
const { sql } = db;
const json = (value: Record<string, unknown>) => sql.json(value as never);
const admin = await createUser(sql, { role: 'admin' });

type Row = { id: number; clave: string; datos: Record<string, unknown> };
const page = async (filters: Record<string, unknown>) => {
  const answer = await db.callAs(admin, 'admin_listar', { p_lista: 'auditoria', p_filtros: json(filters) });
  expect(answer).toMatchObject({ ok: true });
  return answer.filas as Row[];
};
const actsAbout = async (buscar: string, more: Record<string, unknown> = {}) =>
  (await page({ buscar, ...more })).map(({ datos }) => datos.accion);

describe('the audit log', () => {
  test('is filtered by actor, action, subject and time', async () => {
    const person = await createUser(sql);
    await db.callAs(admin, 'vetar', { p_usuario: person, p_hasta: null, p_motivo: 'Reventa' });
    await db.callAs(admin, 'levantar_veto', { p_usuario: person, p_motivo: 'Aclarado' });
    expect(await actsAbout(person)).toEqual(['levantar_veto', 'vetar']);
    expect(await actsAbout(person, { ascendente: true })).toEqual(['vetar', 'levantar_veto']);
    expect(await actsAbout(person, { accion: 'vetar' })).toEqual(['vetar']);
    expect(await actsAbout(person, { filtro: 'producto' })).toEqual([]);
    const [{ today } = { today: '' }] = await sql`select privado.hoy()::text as today`;
    expect(await actsAbout(person, { desde: today, hasta: today })).toHaveLength(2);
    expect(await actsAbout(person, { hasta: '2020-01-01' })).toEqual([]);
    const [who] = await sql`select display_name, username from usuarios_meta where id = ${admin}`;
    for (const buscar of [admin, who?.display_name, who?.username]) {
      expect((await actsAbout(buscar)).length, buscar).toBeGreaterThan(1);
    }
    const [act] = await page({ buscar: person, accion: 'vetar' });
    expect(act?.datos).toMatchObject({
      actor: who?.display_name,
      motivo: 'Reventa',
      antes: { banned_until: null },
      despues: { banned_until: 'infinity' },
    });
    const [name] = await sql`select display_name from usuarios_meta where id = ${person}`;
    expect(act?.datos.objeto).toBe(name?.display_name);
  });

  test('is paginated, even within one timestamp', async () => {
    const person = await createUser(sql);
    await sql`insert into auditoria (actor_id, accion, objeto_tipo, objeto_id, despues)
      select ${admin}, 'vetar', 'usuario', ${person}, ${json({ n: 1 })} from generate_series(1, 7)`;
    const seen: number[] = [];
    for (let last: Row | undefined; seen.length < 7; ) {
      const rows = await page({
        buscar: person,
        limite: 3,
        ...(last ? { clave: last.clave, id: String(last.id) } : {}),
      });
      expect(rows.length).toBeGreaterThan(0);
      seen.push(...rows.map(({ id }) => id));
      last = rows.at(-1);
    }
    expect(new Set(seen).size).toBe(7);
  });

  test.each([{ desde: 'ayer' }, { orden: 'precio' }, { clave: 'x', id: '1' }])('refuses %j', async (filters) => {
    expect(await db.callAs(admin, 'admin_listar', { p_lista: 'auditoria', p_filtros: json(filters) })).toEqual({
      ok: false,
      error: 'datos_no_validos',
    });
  });

  test('is visible to admins only', async () => {
    const moderator = await createUser(sql, { role: 'moderador' });
    const asked = { p_lista: 'auditoria', p_filtros: json({}) };
    expect(await db.callAs(moderator, 'admin_listar', asked)).toEqual({ ok: false, error: 'sin_permiso' });
  });
});

describe('the audit log contains', () => {
  test('one entry per change of role, reputation and name of a person', async () => {
    const person = await createUser(sql);
    const change = (p_cambios: Record<string, unknown>) => editPerson(db, admin, person, p_cambios, 'Motivo');
    expect(await change({ role: 'moderador', reputacion: 'mala', display_name: 'Nombre Nuevo' })).toMatchObject({
      ok: true,
    });
    const acts = (await page({ buscar: person, ascendente: true })).map(({ datos }) => [
      datos.accion,
      datos.despues,
      datos.motivo,
    ]);
    expect(acts).toEqual([
      ['cambiar_rol', { role: 'moderador' }, 'Motivo'],
      ['cambiar_reputacion', { reputacion: 'mala' }, 'Motivo'],
      ['editar_usuario', { display_name: 'Nombre Nuevo' }, 'Motivo'],
    ]);
    expect(await change({ role: 'moderador', reputacion: 'mala', display_name: 'Nombre Nuevo' })).toMatchObject({
      ok: true,
    });
    expect(await actsAbout(person)).toHaveLength(3);
  });

  test('no entry for saving without a change', async () => {
    const product = await createProduct(sql, { precio: 5 });
    const save = (p_cambios: Record<string, unknown>) => editProduct(db, admin, product, p_cambios);
    expect(await save({ precio: 5, oferta: 0 })).toMatchObject({ ok: true });
    expect(await actsAbout(product)).toEqual([]);
    expect(await save({ precio: 6, oferta: 0 })).toMatchObject({ ok: true });
    expect((await page({ buscar: product })).map(({ datos }) => [datos.antes, datos.despues])).toEqual([
      [{ precio: 5 }, { precio: 6 }],
    ]);
    const turn = (p_valor: boolean) => db.callAs(admin, 'cambiar_ajuste', { p_ajuste: 'status_down', p_valor });
    const before = (await actsAbout('status_down')).length;
    for (const value of [true, true, false]) expect(await turn(value)).toEqual({ ok: true });
    expect(await actsAbout('status_down')).toHaveLength(before + 2);
  });
});

test('a decision on a revision logs the new state of the product and the reason', async () => {
  const [creator, moderator] = [await createUser(sql), await createUser(sql, { role: 'moderador' })];
  const product = await createProduct(sql, { usuario_id: creator, status: 'rejected' });
  const decide = async (p_aprobar: boolean, p_motivos: string[], p_nota: string) => {
    await sql`update revisiones_producto set estado = 'sustituida' where producto_id = ${product} and estado = 'pendiente'`;
    const content = { nombre: 'Obra', precio: 5, portada_url: '/media/portadas/p.webp', category: 'plugin' };
    const [row] = await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      values (${product}, ${creator}, ${json(content)}, true) returning id`;
    const decided = { p_revision: row?.id, p_aprobar, p_motivos, p_nota };
    expect(await decideRevision(db, moderator, decided)).toMatchObject({ ok: true });
    const [act] = await sql`select accion, antes, despues - 'revision_id' as despues, motivo from auditoria
      where objeto_id = ${product} order by id desc limit 1`;
    return act;
  };
  expect(await decide(false, ['calidad'], 'Borrosa')).toEqual({
    accion: 'rechazar_revision',
    antes: { status: 'rejected' },
    despues: { status: 'rejected', motivos: ['calidad'] },
    motivo: 'Borrosa',
  });
  expect(await decide(true, [], 'Muy buen trabajo')).toEqual({
    accion: 'aprobar_revision',
    antes: { status: 'rejected' },
    despues: { status: 'approved' },
    motivo: 'Muy buen trabajo',
  });
});
