/** @module-tag nightly */
import { createHmac, randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { buy, createProduct, createUser, decideRevision } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

// The policies as the storage API evaluates them, not as SQL does: when it signs, stores, responds and removes.
const db = await openDatabase();
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** An access token as Auth hands it out. */
function tokenOf(sub: string): string {
  const now = Math.floor(Date.now() / 1000);
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, role: 'authenticated', aud: 'authenticated', aal: 'aal2', iat: now, exp: now + 600 })}`;
  return `${body}.${createHmac('sha256', secrets.jwt).update(body).digest('base64url')}`;
}
const storageOf = (user: string) =>
  createClient(api.url, secrets.publishableKey, { accessToken: async () => tokenOf(user) }).storage;
const shop = createClient(api.url, secrets.secretKey, { auth: { persistSession: false } }).storage;

test('a file is readable by moderators once proposed and by its buyer once requested, and by nobody else', async () => {
  const [creator, buyer, stranger] = [await createUser(sql), await createUser(sql), await createUser(sql)];
  const moderator = await createUser(sql, { role: 'moderador' });
  const bucket = (user: string) => storageOf(user).from('descargas');
  expect((await bucket(creator).createSignedUploadUrl(`${creator}/own/a.zip`)).data).toBeNull();

  const { ruta } = await db.callAs<Answer>(creator, 'permitir_subida', { p_nombre: 'torre.zip', p_bytes: 1000 });
  const name = String(ruta).slice('descargas/'.length);
  expect((await bucket(stranger).createSignedUploadUrl(name)).data).toBeNull();
  const upload = await bucket(creator).createSignedUploadUrl(name);
  const send = (body: string) =>
    fetch(upload.data?.signedUrl ?? '', { method: 'PUT', headers: { 'content-type': 'application/zip' }, body });
  expect((await send('PK torre')).status).toBe(200);
  // The link is still good, the name is taken: what the review sees is what is sold.
  expect((await send('PK otra')).ok).toBe(false);
  expect((await bucket(creator).update(name, 'PK otra')).data).toBeNull();
  await bucket(creator).remove([name]);
  await bucket(creator).move(name, `${creator}/b.zip`);

  const readers = async () =>
    Promise.all(
      [creator, moderator, buyer, stranger].map(async (person) => {
        const { data } = await bucket(person).createSignedUrl(name, 60);
        return data ? (await fetch(data.signedUrl)).text() : null;
      }),
    );
  expect(await readers()).toEqual([null, null, null, null]);
  expect(await db.callAs(creator, 'ha_llegado', { p_ruta: ruta })).toBe(true);
  expect(await db.callAs(stranger, 'ha_llegado', { p_ruta: ruta })).toBe(false);
  expect(await db.callAs(creator, 'ha_llegado', { p_ruta: `descargas/${creator}/otra.zip` })).toBe(false);
  // No link for overwriting is given for a file, because it requires the permission to read it.
  const { ruta: free } = await db.callAs<Answer>(creator, 'permitir_subida', { p_nombre: 'otra.zip', p_bytes: 1000 });
  const over = { upsert: true };
  expect((await bucket(creator).createSignedUploadUrl(String(free).slice('descargas/'.length), over)).data).toBeNull();
  const producto = await createProduct(sql, { usuario_id: creator, status: 'rejected' });
  const content = {
    nombre: 'x',
    precio: 5,
    category: 'plugin',
    portada_url: '/default-cover.webp',
    download_link: ruta,
  };
  const proposal = { p_producto: producto, p_contenido: sql.json(content as never) };
  expect(await db.callAs(creator, 'proponer_cambios', proposal)).toMatchObject({ ok: true });
  expect(await readers()).toEqual([null, 'PK torre', null, null]);
  const [revision] = await sql`select id from revisiones_producto where producto_id = ${producto}`;
  const decision = { p_revision: revision?.id, p_aprobar: true, p_motivos: [], p_nota: '' };
  expect(await decideRevision(db, moderator, decision)).toMatchObject({ ok: true });
  await buy(db, buyer, { producto });
  const [order] = await sql`select id from adquisiciones where producto_id = ${producto}`;
  // Nothing can be signed or listed without the shop, which counts each download.
  expect(await readers()).toEqual([null, null, null, null]);
  const listed = async () => (await bucket(buyer).list(name.slice(0, name.lastIndexOf('/')))).data;
  expect(await listed()).toEqual([]);
  expect(await db.callAs(buyer, 'enlace_descarga', { p_adquisicion: order?.id })).toMatchObject({ ok: true });
  expect(await readers()).toEqual([null, null, 'PK torre', null]);
  const { data: link } = await bucket(buyer).createSignedUrl(name, 60);
  await sql`update descargas_hechas set created_at = now() - interval '3 minutes' where adquisicion_id = ${order?.id}`;
  expect(await readers()).toEqual([null, null, null, null]);
  // An issued link stays valid until its expiry, also for an interrupted download.
  expect(await (await fetch(link?.signedUrl ?? '')).text()).toBe('PK torre');
});

test('a public bucket accepts a picture sealed by the shop, keeps it, and only the shop can delete it', async () => {
  const person = await createUser(sql);
  const bucket = storageOf(person).from('avatars');
  const contentType = 'image/webp';
  const name = `usuarios/${person}/${randomUUID()}.webp`;
  expect((await bucket.upload(name, Buffer.from('<script>'), { contentType })).data).toBeNull();
  expect((await bucket.createSignedUploadUrl(name)).data).toBeNull();

  const key = Buffer.from(await db.callService<string>('clave_de_sellos'), 'hex');
  const blur = 'data:image/webp;base64,UklGRg==';
  const path = `avatars/${name}`;
  const words = ['imagen', person, path, 512, 512, 6, blur];
  expect(
    await db.callAs(person, 'permitir_imagen', {
      p_ruta: path,
      p_ancho: 512,
      p_alto: 512,
      p_bytes: 6,
      p_blur: blur,
      p_sello: createHmac('sha256', key).update(words.join('\n')).digest('hex'),
    }),
  ).toEqual({ ok: true });
  // A link for overwriting is given for a free name, and expires after two hours.
  const over = (await bucket.createSignedUploadUrl(name, { upsert: true })).data?.signedUrl ?? '';
  expect((await bucket.upload(name, Buffer.from('RIFF11'), { contentType })).error).toBeNull();
  const late = await fetch(over, { method: 'PUT', headers: { 'content-type': contentType }, body: '<script>' });
  expect(await late.json()).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
  expect((await bucket.upload(name, Buffer.from('<script>'), { contentType })).data).toBeNull();
  expect((await bucket.upload(name, Buffer.from('<script>'), { contentType, upsert: true })).data).toBeNull();
  expect((await bucket.update(name, Buffer.from('<script>'), { contentType })).data).toBeNull();
  await bucket.remove([name]);
  const shown = () => fetch(`${api.url}/storage/v1/object/public/${path}`);
  expect(await (await shown()).text()).toBe('RIFF11');
  expect((await shop.from('avatars').remove([name])).error).toBeNull();
  expect((await shown()).ok).toBe(false);
});

test('a person’s token cannot empty a bucket', async () => {
  const person = await createUser(sql);
  await shop.from('descargas').upload('seed/a.zip', Buffer.from('PK'), { contentType: 'application/zip' });
  await storageOf(person).emptyBucket('descargas');
  await storageOf(person).deleteBucket('descargas');
  expect((await shop.from('descargas').download('seed/a.zip')).error).toBeNull();
});

test('a link serves a part of a file, and refuses after its time', async () => {
  const bucket = shop.from('descargas');
  const name = `${randomUUID()}/torre.zip`;
  expect((await bucket.upload(name, '0123456789', { contentType: 'application/zip' })).error).toBeNull();
  const link = (await bucket.createSignedUrl(name, 60)).data?.signedUrl ?? '';
  const part = async (range: string) => {
    const answer = await fetch(link, { headers: { range } });
    return [answer.status, answer.headers.get('content-range'), answer.ok ? await answer.text() : null];
  };
  expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89']);
  for (const range of ['bytes=10-', 'bytes=4-2', 'bytes=0-1,4-5']) expect(await part(range)).toEqual([416, null, null]);
  const refusal = async (url: string) => {
    const answer = await fetch(url);
    return [answer.status, (await answer.json()).error];
  };
  const short = (await bucket.createSignedUrl(name, 1)).data?.signedUrl ?? '';
  await expect.poll(() => refusal(short).catch(() => null)).toEqual([400, 'InvalidJWT']);
  expect(await refusal(`${link}x`)).toEqual([400, 'InvalidJWT']);
});

test('the name of a file has ASCII letters only', async () => {
  const bucket = shop.from('descargas');
  for (const name of ['torre-ñ.zip', '地图.zip']) {
    const { error } = await bucket.upload(`x/${name}`, 'PK', { contentType: 'application/zip' });
    expect(error).toMatchObject({ status: 400, message: `Invalid key: x/${name}` });
  }
});
