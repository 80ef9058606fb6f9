import { expect, test } from 'vitest';
import { createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

const { db } = await openShop();
const { sql } = db;
const { GET, POST } = await import('@/app/api/unsubscribe/route');
const { leaveQuery } = await import('@/lib/mail/unsubscribe');

const site = 'http://localhost:3000';
const post = (query: string, body?: string, type = 'application/x-www-form-urlencoded') =>
  POST(new Request(`${site}/api/unsubscribe?${query}`, { method: 'POST', headers: { 'content-type': type }, body }));
const wants = async (user: string) =>
  (await sql`select correo_favoritos from preferencias_aviso where user_id = ${user}`)[0]?.correo_favoritos;

async function createReader(): Promise<string> {
  const user = await createUser(sql);
  await sql`insert into preferencias_aviso (user_id, correo_favoritos) values (${user}, true)`;
  return user;
}

test('one click of a mail program ends the mails of whoever has one, and of nobody else', async () => {
  const [reader, other] = [await createReader(), await createReader()];
  const query = await leaveQuery(reader);
  for (const wrong of ['', query.replace(reader, other), query.replace(/.$/, 'g'), `persona=${reader}`]) {
    expect((await post(wrong, 'List-Unsubscribe=One-Click')).status, wrong).toBe(400);
  }
  expect([await wants(reader), await wants(other)]).toEqual([true, true]);
  // Mail programs send either kind of form, some send nothing, and some twice.
  const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await post(query, multipart, 'multipart/form-data; boundary=x')).status).toBe(200);
  expect((await post(query, 'List-Unsubscribe=One-Click')).status).toBe(200);
  expect((await post(query)).status).toBe(200);
  expect([await wants(reader), await wants(other)]).toEqual([false, true]);
});

test('opening the link asks, and the page is led on', async () => {
  const reader = await createReader();
  const query = await leaveQuery(reader);
  const opened = GET(new Request(`${site}/api/unsubscribe?${query}`));
  expect(new URL(opened.headers.get('location') ?? '').pathname).toBe('/baja');
  expect(await wants(reader)).toBe(true);
  const done = await post(query, 'desde=pagina');
  expect([done.status, new URL(done.headers.get('location') ?? '').search]).toEqual([303, '?hecho=1']);
  expect(await wants(reader)).toBe(false);
  const failed = await post('persona=x', 'desde=pagina');
  expect(new URL(failed.headers.get('location') ?? '').search).toBe('');
});
