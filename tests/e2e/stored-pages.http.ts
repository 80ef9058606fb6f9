import { randomUUID } from 'node:crypto';
import { request as ask } from 'node:http';
import { expect } from '@playwright/test';
import { callAction, renameProduct } from './support/actions.ts';
import { database } from './support/database.ts';
import { createProduct, giveOrder, type Product } from './support/goods.ts';
import { openShop, type Shop, test } from './support/http.ts';
import { createPerson, createStaff } from './support/people.ts';

const site = () => process.env.SITE_URL ?? '';

type Answer = { status: number; headers: Record<string, string | undefined>; body: string };

/** A request with any method, as no browser sends it. */
function send(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = ask(
      `${site()}${path}`,
      { method, headers: { 'accept-language': 'es-ES', ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Answer['headers'],
            body: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    request.on('error', reject).end();
  });
}

const read = (path: string) => send('GET', path);

/** The page as everybody may have it: with the hashes of its scripts, and no nonce. */
function expectPublic({ status, headers, body }: Answer, text: string) {
  expect(status).toBe(200);
  expect(body).toContain(text);
  expect(body).not.toMatch(/<script[^>]* nonce="/);
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
}

const untilCached = (path: string) =>
  expect.poll(async () => (await read(path)).headers['x-nextjs-cache'], { message: path }).toBe('HIT');

async function rename(admin: Shop, product: Product, name: string): Promise<void> {
  const [now] = await database()`select nombre from productos where id = ${product.id}`;
  expect(await renameProduct(admin, product, now?.nombre, name)).toBe('done');
}

const answers: Record<string, number> = { GET: 200, HEAD: 200 };
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE', 'OPTIONS'];

for (const method of methods) {
  const tag = ['HEAD', 'POST'].includes(method) ? [] : '@nightly';
  test(`a ${method} request does not change the cached page`, { tag }, async ({ enter }) => {
    const admin = await enter(await createStaff('admin'));
    const expectRefused = async (path: string) =>
      expect((await send(method, path)).status).toBe(answers[method] ?? 405);

    const isNew = await createProduct();
    await expectRefused(`/p/${isNew.slug}`);
    expectPublic(await read(`/p/${isNew.slug}`), isNew.name);
    await untilCached(`/p/${isNew.slug}`);
    expectPublic(await read(`/p/${isNew.slug}`), isNew.name);

    const stale = await createProduct();
    await untilCached(`/p/${stale.slug}`);
    await rename(admin, stale, `${stale.name} II`);
    await expectRefused(`/p/${stale.slug}`);
    expectPublic(await read(`/p/${stale.slug}`), stale.name);
    await expect.poll(async () => (await read(`/p/${stale.slug}`)).body).toContain(`${stale.name} II`);
    expectPublic(await read(`/p/${stale.slug}`), `${stale.name} II`);

    const author = await createPerson();
    const reviewed = await createProduct();
    await giveOrder(author, reviewed.slug);
    await untilCached(`/p/${reviewed.slug}`);
    const text = `Al momento ${randomUUID()}`;
    const shop = await enter(author);
    expect(await callAction(shop, 'saveReview', { productId: reviewed.id, stars: 5, text })).toBe('done');
    await expectRefused(`/p/${reviewed.slug}`);
    expectPublic(await read(`/p/${reviewed.slug}`), text);
  });
}

test('a form that is not an action of the shop is refused, and its response is not cached', async () => {
  for (const type of [
    'text/plain',
    'application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'Multipart/Form-Data; boundary=x',
  ]) {
    const { slug, name } = await createProduct();
    const { status, headers } = await send('POST', `/p/${slug}`, { 'content-type': type });
    expect([type, status]).not.toEqual([type, 200]);
    expect(headers['cache-control'] ?? '', type).not.toContain('public');
    expectPublic(await read(`/p/${slug}`), name);
    await untilCached(`/p/${slug}`);
    expectPublic(await read(`/p/${slug}`), name);
  }
});

test('a crawler gets the same cached page as everybody', async () => {
  for (const agent of ['Twitterbot/1.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'Slackbot 1.0']) {
    const { slug, name } = await createProduct();
    const crawl = () => send('GET', `/p/${slug}`, { 'user-agent': agent });
    expectPublic(await crawl(), name);
    await expect.poll(async () => (await crawl()).headers['x-nextjs-cache']).toBe('HIT');
    expectPublic(await read(`/p/${slug}`), name);
  }
});

const mark = ' data-section-missing="true" data-section-missing=';

test('a text that imitates the marker of a missing section does not prevent caching', async () => {
  const creator = await createPerson();
  await database()`update usuarios_meta set bio = ${mark} where id = ${creator.id}`;
  const { slug, id } = await createProduct({
    nombre: `Prueba${mark}`,
    descripcion: `<p>Uno${mark} dos</p>`,
    usuario_id: creator.id,
  });
  const author = await createPerson();
  await giveOrder(author, slug);
  const shop = await openShop(author);
  expect(await callAction(shop, 'saveReview', { productId: id, stars: 5, text: `Bien${mark}` })).toBe('done');
  await shop.dispose();
  const path = `/p/${slug}`;
  expect((await read(path)).body).toContain(' data-section-missing=');
  await untilCached(path);
  expect((await read(path)).headers['cdn-cache-control']).toBe('max-age=3, stale-while-revalidate=4');
});

/** Result of another spelling of an address: 404, or the target of a permanent redirect. */
async function leadsTo(path: string): Promise<number | string> {
  const { status, headers } = await read(path);
  if (status === 308) return (headers.location ?? '').replace(site(), '');
  expect(headers['x-nextjs-cache'] === undefined || status === 404, path).toBe(true);
  return status;
}

test('other spellings of the address of a product or a list redirect to the canonical one', async () => {
  const { slug } = await createProduct();
  const path = `/p/${slug}`;
  const spellings = [
    `/p/${slug.toUpperCase()}`,
    `/P/${slug}`,
    `/p/%20${slug}`,
    `/p/${slug}%20`,
    `/p/${slug}%C2%A0`,
    `/p/${slug}%E2%80%89`,
    `/p/${slug}%0A`,
    `/p/${slug}.`,
    `/p/${slug})`,
    `/p/${slug}%29.`,
    `/p/${slug}]`,
    `/p/${slug},`,
    `/p/${slug}%3E`,
    `/p/%70${slug.slice(1)}`,
    `/%70/${slug}`,
    `/p/${slug}/`,
    `/p//${slug}`,
  ];
  for (const spelling of spellings) expect([spelling, await leadsTo(spelling)]).toEqual([spelling, path]);
  for (const spelling of ['/Plugins', '/PLUGINS', '/plugins.', '/plugins)', '/%70lugins', '/plugins%20', '/plugins/'])
    expect([spelling, await leadsTo(spelling)]).toEqual([spelling, '/plugins']);
  expect(await leadsTo(`/plugins/desde/${slug.toUpperCase()}`)).toBe(`/plugins/desde/${slug}`);
  expect(await leadsTo(`${path.toUpperCase()}?utm_source=x`)).toBe(`${path}?utm_source=x`);
  expect(await leadsTo('/p/NO-EXISTE')).toBe('/p/no-existe');
  expect(await leadsTo('/p/no-existe')).toBe(404);
});

test('other spellings of the address of a creator redirect to the canonical one', async () => {
  const name = `Ñu ${randomUUID().slice(0, 8)}`;
  const { id } = await createPerson();
  await database()`update usuarios_meta set display_name = ${name} where id = ${id}`;
  await createProduct({ usuario_id: id });
  const rest = name.slice(3);
  const path = `/account/%C3%91u%20${rest}`;
  for (const spelling of [
    `/account/%C3%91U%20${rest}`,
    `/account/%c3%91u%20${rest}`,
    `/account/N%CC%83u%20${rest}`,
    `/account/%C3%91u%20%20${rest}`,
    `/account/%C3%91u%C2%A0${rest}`,
    `/account/%C3%91u%09${rest}`,
    `/account/%20%C3%91u%20${rest}%20`,
    `/account/%C3%91u%20${rest}%E3%80%80`,
    `/account/%C3%91u%20${rest}.`,
    `/account/%C3%91u%20${rest})`,
    `/account/%C3%91u%20${rest}).`,
    `/account/%C3%91u%20${rest}%5D`,
    `/account/%C3%91%75%20${rest}`,
    `/Account/%C3%91u%20${rest}`,
    `/account/%C3%91u%20${rest}/`,
  ])
    expect([spelling, await leadsTo(spelling)]).toEqual([spelling, path]);
  expect((await read(path)).status).toBe(200);
  // Not every database knows the lower case of this character.
  expect([path, 404]).toContain(await leadsTo(`/account/%C3%B1u%20${rest}`));
  expect(await leadsTo(`/account/nadie-${rest}`)).toBe(404);
  // Punctuation that belongs to a name is kept.
  await database()`update usuarios_meta set display_name = ${`${rest} (2).`} where id = ${id}`;
  expect((await read(`/account/${rest}%20(2).`)).status).toBe(200);
});
