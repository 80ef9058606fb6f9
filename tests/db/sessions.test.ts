import { expect, test } from 'vitest';
import { createSession, createUser } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

/** A signed-in person with two sessions, and calls of the first. */
async function createPerson() {
  const user = await createUser(sql);
  const [here, there] = [await createSession(sql, user, 'aal1'), await createSession(sql, user, 'aal1')];
  const as = (session_id: string) => ({
    call: <T = Answer>(name: string, args: Record<string, unknown>) =>
      db.within({ aal: 'aal1', session_id }).callAs<T>(user, name, args),
  });
  return { user, here, there, as };
}

test('each session is listed with its browser, country and shortened address, the current one first', async () => {
  const { here, there, as } = await createPerson();
  await as(there).call('anotar_sesion', { p_navegador: 'Firefox · Linux', p_direccion: '81.44.…', p_pais: 'ES' });
  await as(here).call('anotar_sesion', { p_navegador: 'Chrome · Android', p_direccion: '2001:db8:…' });
  const sessions = await as(here).call('mis_sesiones', {});
  expect(sessions).toMatchObject([
    { id: here, navegador: 'Chrome · Android', direccion: '2001:db8:…', pais: '', actual: true },
    { id: there, navegador: 'Firefox · Linux', direccion: '81.44.…', pais: 'ES', actual: false },
  ]);
});

test('a long browser name or address is cut, and an invalid country is left out', async () => {
  const { here, as } = await createPerson();
  await as(here).call('anotar_sesion', { p_navegador: 'n'.repeat(90), p_direccion: 'd'.repeat(90), p_pais: 'ESP' });
  expect(await as(here).call('mis_sesiones', {})).toMatchObject([
    { navegador: 'n'.repeat(80), direccion: 'd'.repeat(40), pais: '' },
    {},
  ]);
});

test('a person can end another own session, but not the current one or one of another person', async () => {
  const [{ here, there, as }, other] = [await createPerson(), await createPerson()];
  const end = (p_sesion: string) => as(here).call('terminar_sesion', { p_sesion });
  expect(await end(here)).toMatchObject({ error: 'es_esta' });
  expect(await end(other.here)).toMatchObject({ error: 'no_existe' });
  expect(await end(there)).toEqual({ ok: true });
  expect(await end(there)).toMatchObject({ error: 'no_existe' });
  expect(await as(there).call('mis_sesiones', {})).toEqual([]);
  expect(await other.as(other.here).call('mis_sesiones', {})).toHaveLength(2);
});

test('data of ended sessions is deleted at the next login', async () => {
  const { user, here, there, as } = await createPerson();
  await as(there).call('anotar_sesion', { p_navegador: 'x', p_direccion: '' });
  await sql`delete from auth.sessions where id = ${there}`;
  await as(here).call('anotar_sesion', { p_navegador: 'y', p_direccion: '' });
  expect(await sql`select session_id from sesiones_abiertas where user_id = ${user}`).toEqual([{ session_id: here }]);
});
