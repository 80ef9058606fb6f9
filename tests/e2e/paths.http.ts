import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { signInAsAdmin } from './support/admin.ts';
import { endingWith, traceOf, tryEveryAction, tryEveryPath } from './support/attack.ts';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';

const site = () => process.env.SITE_URL ?? '';

/** A status, or where the answer leads. */
async function answer(request: APIRequestContext, path: string): Promise<number | string> {
  const response = await request.get(path, { maxRedirects: 0 });
  return response.headers().location?.replace(site(), '') ?? response.status();
}

const toLogin = (path: string) => `/login?next=${encodeURIComponent(path)}`;

test('a dot in a path opens no gate', async ({ page }) => {
  const dotted = ['/dashboard-admin/users.csv', '/moderation/x.y', '/profile/settings.x', '/library.json'];
  for (const path of dotted.slice(0, 3)) expect(await answer(page.request, path), path).toBe(toLogin(path));
  for (const path of [
    '/users.csv',
    '/x.php',
    '/p/x.y',
    '/es',
    '/en',
    '/es/profile/order/x.y',
    '/library.json',
    '/_next/x',
  ])
    expect(await answer(page.request, path), path).toBe(404);
  // Encoded letters are letters.
  expect(await answer(page.request, '/%64ashboard-admin')).toBe(toLogin('/%64ashboard-admin'));

  const person = await createPerson();
  await signIn(page, person);
  for (const path of dotted.slice(0, 2)) expect(await answer(page.request, path), path).toBe('/');
  expect(await answer(page.request, '/profile/settings.x')).toBe(404);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${person.id}`;
  for (const path of [...dotted, '/p/x.y', '/users.csv', '/x.webp', '/_next/x.js'])
    expect(await answer(page.request, path), path).toBe('/ban');
});

test('the files of the shop are there for everybody', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  const html = await (await page.request.get('/')).text();
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${person.id}`;
  for (const path of [
    '/robots.txt',
    '/sitemap.xml',
    '/default-avatar.webp',
    '/default-cover.webp',
    '/banner.webp',
    script,
  ])
    expect(await answer(page.request, path), path).toBe(200);
});

test('an action of a banned session is refused wherever it is sent', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${person.id}`;
  const product = await createProduct();
  const targets = { person, product, code: 'ABCD', order: await giveOrder(person, product.slug), payment: product.id };
  const before = await traceOf(person);
  for (const on of [
    '/p/x.y',
    '/_next/static/x.js',
    '/_next/x',
    '/media/portadas/x',
    '/robots.txt',
    '/api/zzz',
    '/auth/zzz',
  ]) {
    const statuses = await tryEveryAction(page, targets, { on });
    expect([on, ...new Set(Object.values(statuses))]).toEqual([on, 403]);
  }
  expect(await traceOf(person)).toEqual(before);
});

test('an address that is none is refused, and never breaks the shop', async ({ request }) => {
  for (const path of [
    '/p/%00',
    '/search/%00',
    '/account/%00',
    '/p/%E0%A4%A',
    '/p/%',
    '/%ff',
    '/account/%C3',
    '/api/%00',
  ])
    expect(await answer(request, path), path).toBe(404);
  for (const path of [
    '/search?q=%00',
    '/?lng=%00',
    '/login?next=%00',
    '/api/search/suggest?q=%00',
    '/p/fragua-arcana?x=%00',
  ])
    expect(await answer(request, path), path).toBe(400);
});

test('no text with a NUL breaks an action or a path', async ({ page }) => {
  const person = await createPerson();
  await signInAsAdmin(page);
  const product = await createProduct();
  const targets = { person, product, code: 'ABCD', order: await giveOrder(person, product.slug), payment: product.id };
  const change = endingWith('\0');
  const skip = ['signOutEverywhereAction', 'logOutAction'];
  const answers = {
    ...(await tryEveryAction(page, targets, { change, skip })),
    ...(await tryEveryPath(page, targets, { change })),
  };
  expect(Object.entries(answers).filter(([, status]) => status >= 500)).toEqual([]);
});

for (const [text, address] of [
  ['ñandú', '/search/%C3%B1and%C3%BA'],
  ['50%', '/search/50%25'],
  ['a/b', '/search/a%2Fb'],
  ['..', '/search/..%20'],
  ['100%25', '/search/100%2525'],
] as const) {
  test(`without JavaScript a search for ${text} finds its page`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: site(), javaScriptEnabled: false, locale: 'es-ES' });
    const page = await context.newPage();
    await page.goto(`/search?q=${encodeURIComponent(text)}`);
    expect(new URL(page.url()).pathname).toBe(address);
    // Nothing streams in later without scripts: the text is in the answer.
    expect(await (await page.request.get(address)).text()).toContain(`Resultados de &quot;${text}&quot;`);
    await context.close();
  });
}

test('a long search and an empty one are answered', async ({ request }) => {
  expect(await answer(request, `/search?q=${'x'.repeat(3_000)}`)).toBe(`/search/${'x'.repeat(80)}`);
  expect(await answer(request, '/search?q=')).toBe('/search');
});

for (const next of [
  '/.//evil.example',
  '/%2e//evil.example',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
]) {
  test(`logging in does not lead to ${next}`, async ({ page }) => {
    const person = await createPerson();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    const form = page.getByRole('main');
    await form.getByRole('textbox', { name: /correo/i }).fill(person.email);
    await form.getByLabel('Contraseña', { exact: true }).fill(person.password);
    await form.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    expect(page.url()).toBe(`${site()}/`);
  });
}

test('a creator called “50% Café/Ñandú” has a profile like any other', async ({ page }) => {
  const name = '50% Café/Ñandú';
  const address = '/account/50%25%20Caf%C3%A9%2F%C3%91and%C3%BA';
  const build = join(import.meta.dirname, '../../.next-e2e');
  for (const locale of ['es', 'en'])
    expect(await readFile(join(build, `server/app/${locale}/account/50% Café%2FÑandú.html`), 'utf8')).toContain(name);
  const [product] = await database()`select p.slug from productos p join usuarios_meta u on u.id = p.usuario_id
    where u.display_name = ${name} and p.status = 'approved' and not p.oculto limit 1`;
  await page.goto(`/p/${product?.slug}`);
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(address);
  const response = await page.request.get(address);
  expect([response.status(), response.headers()['x-nextjs-cache']]).toEqual([200, 'HIT']);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`${site()}${address}`);
});

test('a name that is none, or somebody else’s, is told so beside its field', async ({ page }) => {
  await signIn(page, await createPerson(), '/profile/settings');
  const field = page.getByLabel('Nombre visible');
  for (const [name, message] of [
    ['Soporte UnStore', 'Ese nombre se confunde con el de la tienda o su equipo.'],
    ['Ana\u200b', 'Lleva caracteres que no se ven. Bórralo y escríbelo de nuevo.'],
    ['Аdmіn', 'Ese nombre se confunde con el de la tienda o su equipo.'],
    ['///', 'No puede llevar barras invertidas, un código como %20, ni ser solo puntos y barras.'],
    ['Fоrjаbit', 'Otra persona ya usa ese nombre, o uno que se le parece demasiado.'],
  ] as const) {
    await field.fill(name);
    await page.getByRole('button', { name: 'Guardar' }).first().click();
    await expect(page.getByText(message), name).toBeVisible();
  }
});
