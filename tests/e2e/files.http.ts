import { randomUUID } from 'node:crypto';
import { type APIResponse, expect } from '@playwright/test';
import sharp from 'sharp';
import { emptyEdition, type ProductDraft } from '../../lib/publish/types.ts';
import { callAction } from './support/actions.ts';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { test } from './support/http.ts';
import { createPerson, createStaff, type Person } from './support/people.ts';
import { draftOf } from './support/targets.ts';

/** The name under which a browser saves an answer (RFC 6266). */
const savedAs = (answer: APIResponse) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(answer.headers()['content-disposition'] ?? '')?.[1] ?? '');

const soldFiles = async () => {
  const [row] = await database()`select count(*)::int as files from storage.objects
    where bucket_id = 'descargas' and name ~ '^[0-9a-f-]{36}/[a-z0-9-]+[.]zip$'`;
  return row?.files as number;
};

/** Calls the storage API with a person's own token, as anybody with the publishable key can. */
async function asStorageUser({ email, password }: Person) {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey = '' } = process.env;
  const signedIn = await fetch(`${SUPABASE_URL}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  return (method: string, path: string, body?: unknown, type = 'application/json') =>
    fetch(`${SUPABASE_URL}/storage/v1/${path}`, {
      method,
      headers: { apikey, authorization: `Bearer ${access_token}`, 'content-type': type },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
}

test('a draft cannot reference files outside its folder, and an uploaded file keeps its name to the buyer', async ({
  enter,
}) => {
  const [creator, buyer] = [await createPerson(), await createPerson()];
  const product = await createProduct();
  const order = await giveOrder(buyer, product.slug);
  const [sold] = await database()`select download_link from productos where id = ${product.id}`;
  const before = await soldFiles();
  expect(before).toBeGreaterThan(20);

  const shop = await enter(creator);
  const sendDraft = (change: Partial<ProductDraft>) =>
    callAction(shop, 'sendToReview', null, { ...draftOf(`escalera-${randomUUID()}`), ...change });
  const edition = { ...emptyEdition, key: 'n0', name: 'Oro', price: '5' };
  const wayOut = `descargas/${creator.id}/../../../../bucket/descargas/empty`;
  for (const downloadLink of [wayOut, `descargas/${creator.id}/%2e%2e/x`, `${process.env.SUPABASE_URL}/storage/v1`]) {
    expect(await sendDraft({ downloadable: true, downloadLink })).toBe('downloadAddress');
    expect(await sendDraft({ editions: [{ ...edition, downloadLink }] })).toBe('downloadAddress');
  }
  const stolen = String(sold?.download_link);
  expect(await sendDraft({ downloadable: true, downloadLink: stolen })).toBe('fileMissing');
  expect(await sendDraft({ editions: [{ ...edition, downloadLink: stolen }] })).toBe('fileMissing');
  const everywhere = 'data:image/webp;base64,UklGRg==);position:fixed;inset:0;z-index:9';
  const { cover } = draftOf('');
  expect(await sendDraft({ cover: { ...cover, blur: everywhere } })).toBe('cover');
  expect(await database()`select 1 from revisiones_producto where autor_id = ${creator.id}`).toHaveLength(0);

  // The regular way: an upload into the own folder, which the moderator can download.
  const name = 'La torre del ñandú & 地图 #2.zip';
  const begun = await shop.post('/api/product-file', { data: { step: 'begin', name, size: 8 } });
  const pass = (await begun.json()) as Record<'endpoint' | 'token' | 'bucket' | 'name' | 'downloadLink', string>;
  const { downloadLink } = pass;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const signed = { 'tus-resumable': '1.0.0', 'x-signature': pass.token };
  const opened = await fetch(pass.endpoint, {
    method: 'POST',
    headers: {
      ...signed,
      'upload-length': '8',
      'upload-metadata': `bucketName ${base64(pass.bucket)},objectName ${base64(pass.name)}`,
    },
  });
  const sent = await fetch(new URL(opened.headers.get('location') ?? '', pass.endpoint), {
    method: 'PATCH',
    headers: { ...signed, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: 'PK torre',
  });
  expect([opened.status, sent.status]).toEqual([201, 204]);
  const finish = (size: number) =>
    shop.post('/api/product-file', { data: { step: 'finish', link: downloadLink, print: 'a'.repeat(64), size, name } });
  expect([(await finish(9)).status(), (await finish(8)).status()]).toEqual([409, 200]);
  expect(await sendDraft({ downloadLink })).toBe('done');
  const [revision] = await database()`select id from revisiones_producto where autor_id = ${creator.id}`;
  const desk = await enter(await createStaff('moderador'));
  const own = await desk.get(`/moderation/${revision?.id}`);
  const file = /href="([^"]+)"[^>]*>La torre del ñandú &amp; 地图 #2[.]zip</.exec(await own.text())?.[1];
  const looked = await desk.get(String(file).replaceAll('&amp;', '&'));
  expect([await looked.text(), savedAs(looked)]).toEqual(['PK torre', name]);
  const known = await shop.get(`/api/product-file?${new URLSearchParams({ link: downloadLink })}`);
  expect(await known.json()).toEqual({ name });
  expect(await soldFiles()).toBe(before);

  const downloaded = await (await enter(buyer)).get(`/api/download/${order}`);
  expect(downloaded.status()).toBe(200);
  expect((await downloaded.body()).subarray(0, 2).toString()).toBe('PK');

  // A buyer saves the file under the name that it has on its creator's device.
  await database()`update productos set download_link = ${downloadLink} where id = ${product.id}`;
  const named = await (await enter(buyer)).get(`/api/download/${order}`);
  expect([await named.text(), savedAs(named)]).toEqual(['PK torre', name]);
});

test('the storage API gives a user token no access to sold files, pictures or folders of others', async ({ enter }) => {
  const person = await createPerson();
  const shop = await enter(person);
  const [sold] = await database()`select download_link from productos where slug = 'domador'`;
  const file = String(sold?.download_link).slice('descargas/'.length);
  const ask = await asStorageUser(person);
  const before = await soldFiles();

  expect((await ask('POST', `object/sign/descargas/${file}`, { expiresIn: 60 })).ok).toBe(false);
  expect((await ask('GET', `object/authenticated/descargas/${file}`)).ok).toBe(false);
  expect((await ask('DELETE', 'object/descargas', { prefixes: [file] })).ok && (await soldFiles()) < before).toBe(
    false,
  );
  await ask('POST', 'bucket/descargas/empty', {});
  expect(await soldFiles()).toBe(before);
  for (const path of [`portadas/${person.id}/a.webp`, `avatars/usuarios/${person.id}/a.webp`]) {
    expect((await ask('POST', `object/${path}`, '<script>alert(1)</script>', 'image/webp')).ok, path).toBe(false);
    expect((await ask('POST', `object/upload/sign/${path}`, {})).ok, path).toBe(false);
    expect((await shop.get(`/media/${path}`)).status(), path).toBe(404);
  }
  expect((await ask('POST', `object/upload/sign/descargas/${person.id}/a.zip`, {})).ok).toBe(false);

  // Pictures encoded by the shop cannot be replaced.
  const picture = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#5b2f8f' } })
    .png()
    .toBuffer();
  const uploaded = await shop.post('/api/product-image?kind=cover', {
    headers: { 'content-type': 'image/png' },
    data: picture,
  });
  const { picture: made } = (await uploaded.json()) as { picture: { url: string; blur: string } };
  expect(made.url).toMatch(new RegExp(`^/media/portadas/${person.id}/[\\w-]+[.]webp$`));
  const stored = made.url.slice('/media/'.length);
  for (const [method, path, body, type] of [
    ['PUT', `object/${stored}`, '<script>', 'image/webp'],
    ['POST', `object/${stored}`, '<script>', 'image/webp'],
    ['DELETE', 'object/portadas', { prefixes: [stored.slice('portadas/'.length)] }, 'application/json'],
    [
      'POST',
      'object/move',
      { bucketId: 'portadas', sourceKey: stored.slice('portadas/'.length), destinationKey: 'x.webp' },
      'application/json',
    ],
  ] as const) {
    await ask(method, path, body, type);
  }
  const shown = await shop.get(made.url);
  expect(shown.status()).toBe(200);
  expect(shown.headers()).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
  });
  expect(await sharp(await shown.body()).metadata()).toMatchObject({ format: 'webp', width: 720, height: 960 });
  for (const odd of [
    'descargas/x/a.webp',
    'portadas/%2e%2e/descargas/a.webp',
    'portadas/a%2f..%2fb.webp',
    'portadas/a.svg',
  ]) {
    expect((await shop.get(`/media/${odd}`)).status(), odd).toBe(404);
  }
});

test('a replaced avatar is deleted from storage', async ({ enter }) => {
  const shop = await enter(await createPerson());
  const wear = async (background: string) => {
    const data = await sharp({ create: { width: 600, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
    const headers = { 'content-type': 'image/png' };
    const answer = await shop.post('/api/profile-image?kind=avatar', { headers, data });
    return ((await answer.json()) as { url: string }).url;
  };
  const first = await wear('#5b2f8f');
  expect((await shop.get(first)).status()).toBe(200);
  const second = await wear('#2f8f5b');
  await expect.poll(async () => (await shop.get(first)).status()).toBe(404);
  expect((await shop.get(second)).status()).toBe(200);
});
