import { expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 2 });
const { sql } = db;

type Answer = { ok: boolean; filas?: Array<{ id: string }> };
const find = async (who: string, buscar: string, filtro: string | null = null) => {
  const answer = (await db.callAs(who, 'admin_listar', {
    p_lista: 'usuarios',
    p_filtros: sql.json({ buscar, filtro }),
  })) as Answer;
  return answer.filas?.map(({ id }) => id) ?? answer;
};

test('an admin finds people by id, address, name or username; nobody else finds anybody', async () => {
  const [admin, moderator] = [await createUser(sql, { role: 'admin' }), await createUser(sql, { role: 'moderador' })];
  const person = await createUser(sql, { display_name: 'Zulema 100%' });
  const [row] =
    await sql`select a.email, u.username from auth.users a join usuarios_meta u using (id) where id = ${person}`;
  for (const typed of [person, row?.email, row?.email.toUpperCase(), 'zulema', '100%', row?.username]) {
    expect(await find(admin, typed), typed).toEqual([person]);
  }
  expect(await find(admin, '_ulema')).toEqual([]);
  expect(await find(admin, 'zulema', 'admin')).toEqual([]);
  expect(await find(moderator, 'zulema')).toEqual({ ok: false, error: 'sin_permiso' });
  expect(await db.callAs(person, 'admin_usuario', { p_usuario: person })).toEqual({ ok: false, error: 'sin_permiso' });
});

test('what was done to a person is shown with it, newest first', async () => {
  const [admin, person] = [await createUser(sql, { role: 'admin' }), await createUser(sql)];
  await db.callAs(admin, 'vetar', { p_usuario: person, p_hasta: null, p_motivo: 'Reventa' });
  await db.callAs(admin, 'levantar_veto', { p_usuario: person, p_motivo: 'Aclarado' });
  expect(await db.callAs(admin, 'admin_usuario', { p_usuario: person })).toMatchObject({
    ok: true,
    id: person,
    banned_until: null,
    actos: [
      { accion: 'levantar_veto', motivo: 'Aclarado' },
      { accion: 'vetar', motivo: 'Reventa' },
    ],
  });
});

test('a search by name stays on its index', async () => {
  const plan = await sql.begin(async (transaction) => {
    await transaction.unsafe('set local enable_seqscan = off');
    return transaction.unsafe(`explain select id from public.usuarios_meta where display_name ilike '%zulema%'`);
  });
  expect(JSON.stringify(plan)).toContain('usuarios_meta_display_name_trgm_idx');
});
