import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, createProduct, createSession, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

// Rows that Auth writes when an operator acts in the dashboard of Supabase.
const db = await openDatabase();
const { sql } = db;

const hash = (id: string, text: string) => createHash('sha256').update(`${id}${text}`).digest('base64url');

/** What Auth writes when a user is deleted softly. */
async function deleteSoftly(id: string) {
  const [user] = await sql`select email from auth.users where id = ${id}`;
  await sql`update auth.users set email = ${hash(id, user?.email)}, email_change = ${hash(id, '')}, phone = ${hash(id, '')},
    encrypted_password = null, confirmation_token = '', recovery_token = '', email_change_token_current = '',
    email_change_token_new = '', deleted_at = now() where id = ${id}`;
  await sql`update auth.users set raw_user_meta_data = '{}' where id = ${id}`;
}

test('a ban in the dashboard ends sessions at once and expires on time', async () => {
  const [user, other] = [await createUser(sql), await createUser(sql)];
  const session_id = await createSession(sql, user, 'aal1');
  const own = db.within({ aal: 'aal1', session_id });
  const isIn = async () => (await own.callAs(user, 'quien_soy')) !== null;
  expect(await isIn()).toBe(true);
  await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user}`;
  expect(await isIn()).toBe(false);
  await expect(own.callAs(user, 'antes_de_peticion')).rejects.toThrow('the session has ended');
  expect(await own.callAs(user, 'alternar_favorito', {}).catch(() => 'refused')).toBe('refused');
  const others = await createSession(sql, other, 'aal1');
  expect(await db.within({ aal: 'aal1', session_id: others }).callAs(other, 'quien_soy')).not.toBeNull();
  await sql`update auth.users set banned_until = now() - interval '1 second' where id = ${user}`;
  expect(await isIn()).toBe(true);
});

test('a soft deletion in the dashboard erases the person and keeps the ledger', async () => {
  const user = await createUser(sql, { bio: 'Algo mío' });
  const sale = await buy(db, user, { producto: await createProduct(sql) });
  await deleteSoftly(user);
  const [account] =
    await sql`select username, bio, borrada_at is not null as gone from usuarios_meta where id = ${user}`;
  expect(account).toMatchObject({ username: expect.stringMatching(/^borrado_/), bio: '', gone: true });
  expect(await sql`select from pagos where id = ${sale.id}`).toHaveLength(1);
  expect(await sql`select from correos where user_id = ${user}`).toEqual([]);
});

test('an account that cannot be deleted cannot be soft-deleted in the dashboard', async () => {
  const user = await createUser(sql, { role: 'admin' });
  await expect(deleteSoftly(user)).rejects.toThrow('the account cannot be deleted: es_admin');
  expect(await sql`select from auth.users where id = ${user} and deleted_at is null`).toHaveLength(1);
});

test('an address hashed like that of a soft deletion is refused without a deletion', async () => {
  const user = await createUser(sql);
  const change = sql`update auth.users set email = ${hash(user, randomUUID())} where id = ${user}`;
  await expect(change).rejects.toThrow('not admitted');
});
