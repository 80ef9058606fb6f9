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
const columns = {
  favoritos: 'correo_favoritos',
  anuncios: 'correo_anuncios',
  publicaciones: 'correo_publicaciones',
} as const;
const kinds = ['favoritos', 'anuncios', 'publicaciones'] as const;
const wants = async (user: string, kind: keyof typeof columns) =>
  (await sql`select ${sql(columns[kind])} as wanted from preferencias_aviso where user_id = ${user}`)[0]?.wanted;

async function createReader(): Promise<string> {
  const user = await createUser(sql);
  await sql`insert into preferencias_aviso (user_id, correo_favoritos, correo_anuncios) values (${user}, true, true)`;
  return user;
}

test.each(kinds)('a one-click request unsubscribes only its recipient from mails about %s', async (kind) => {
  const [reader, other] = [await createReader(), await createReader()];
  const query = await leaveQuery(kind, reader);
  for (const wrong of [
    '',
    query.replace(reader, other),
    query.replace(/.$/, 'g'),
    `persona=${reader}`,
    `${query}&tipo=otro`.replace(/tipo=\w+&/, ''),
  ]) {
    expect((await post(wrong, 'List-Unsubscribe=One-Click')).status, wrong).toBe(400);
  }
  expect([await wants(reader, kind), await wants(other, kind)]).toEqual([true, true]);
  // Mail programs send either kind of form, some send nothing, and some twice.
  const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  expect((await post(query, multipart, 'multipart/form-data; boundary=x')).status).toBe(200);
  expect((await post(query, 'List-Unsubscribe=One-Click')).status).toBe(200);
  expect((await post(query)).status).toBe(200);
  expect([await wants(reader, kind), await wants(other, kind)]).toEqual([false, true]);
  // The mails of another kind are another choice.
  const [another = kind] = kinds.filter((one) => one !== kind);
  expect(await wants(reader, another)).toBe(true);
});

test('a link that was copied from HTML unsubscribes, with `&amp;` between its parameters', async () => {
  const reader = await createReader();
  expect((await post((await leaveQuery('anuncios', reader)).replaceAll('&', '&amp;'))).status).toBe(200);
  expect([await wants(reader, 'anuncios'), await wants(reader, 'favoritos')]).toEqual([false, true]);
});

const templates = { favoritos: 'favorito', anuncios: 'anuncio', publicaciones: 'publicacion' };

test.each(kinds)('unsubscribing from mails about %s cancels those that wait, and no other mail', async (kind) => {
  const [reader, other] = [await createReader(), await createReader()];
  for (const [who, plantilla, estado] of [
    [reader, templates[kind], 'pendiente'],
    [reader, templates[kind], 'enviado'],
    [reader, 'recibo', 'pendiente'],
    [other, templates[kind], 'pendiente'],
  ] as const)
    await sql`insert into correos (user_id, plantilla, clave, estado) values (${who}, ${plantilla}, ${`${who}:${plantilla}:${estado}`}, ${estado})`;
  expect((await post(await leaveQuery(kind, reader))).status).toBe(200);
  const left =
    await sql`select user_id, plantilla, estado from correos where user_id in (${reader}, ${other}) order by id`;
  expect(left.map((mail) => [mail.user_id, mail.plantilla, mail.estado])).toEqual([
    [reader, templates[kind], 'enviado'],
    [reader, 'recibo', 'pendiente'],
    [other, templates[kind], 'pendiente'],
  ]);
});

test.each(kinds)('a GET of the link about %s asks for confirmation, and redirects to the page', async (kind) => {
  const reader = await createReader();
  const query = await leaveQuery(kind, reader);
  const opened = GET(new Request(`${site}/api/unsubscribe?${query}`));
  expect(new URL(opened.headers.get('location') ?? '').pathname).toBe('/baja');
  expect(await wants(reader, kind)).toBe(true);
  const done = await post(query, 'desde=pagina');
  expect([done.status, new URL(done.headers.get('location') ?? '').search]).toEqual([303, `?hecho=${kind}`]);
  expect(await wants(reader, kind)).toBe(false);
  const failed = await post('persona=x', 'desde=pagina');
  expect(new URL(failed.headers.get('location') ?? '').search).toBe('');
});
