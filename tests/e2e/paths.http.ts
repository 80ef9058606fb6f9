import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { sendForm } from './support/actions.ts';
import { endingWith, tryEveryAction, tryEveryPath } from './support/attack.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { test } from './support/http.ts';
import { createPerson, createStaff } from './support/people.ts';
import { createTargets } from './support/targets.ts';
import { traceOf } from './support/trace.ts';

const site = () => process.env.SITE_URL ?? '';

/** A status, or where the answer leads. */
async function answer(request: APIRequestContext, path: string): Promise<number | string> {
  const response = await request.get(path, { maxRedirects: 0 });
  return response.headers().location?.replace(site(), '') ?? response.status();
}

const toLogin = (path: string) => `/login?next=${encodeURIComponent(path)}`;

test('a dot in a path does not bypass the middleware', async ({ enter }) => {
  const guest = await enter();
  const dotted = ['/dashboard-admin/users.csv', '/moderation/x.y', '/profile/settings.x', '/library.json'];
  for (const path of dotted.slice(0, 3)) expect(await answer(guest, path), path).toBe(toLogin(path));
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
    expect(await answer(guest, path), path).toBe(404);
  // Percent-encoded letters match, too.
  expect(await answer(guest, '/%64ashboard-admin')).toBe(toLogin('/%64ashboard-admin'));

  const person = await createPerson();
  const shop = await enter(person);
  for (const path of dotted.slice(0, 2)) expect(await answer(shop, path), path).toBe('/');
  expect(await answer(shop, '/profile/settings.x')).toBe(404);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${person.id}`;
  for (const path of dotted.slice(0, 3)) expect(await answer(shop, path), path).toBe('/ban');
  // Static resources identify nobody.
  for (const path of ['/library.json', '/p/x.y', '/users.csv', '/x.webp', '/_next/x.js'])
    expect(await answer(shop, path), path).toBe(404);
});

test('static files are served to everybody, including banned people', async ({ enter }) => {
  const person = await createPerson();
  const shop = await enter(person);
  const html = await (await shop.get('/')).text();
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${person.id}`;
  for (const path of [
    '/robots.txt',
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/default-avatar.webp',
    '/default-cover.webp',
    '/banner.webp',
    '/share.jpg',
    '/server-agent.zip',
    '/payments/visa.svg',
    script,
  ])
    expect(await answer(shop, path), path).toBe(200);
});

test('an action of a banned session is refused at every path', { tag: '@nightly' }, async ({ enter }) => {
  // Eight times every action: a minute on an idle machine.
  test.setTimeout(300_000);
  const person = await createPerson();
  const shop = await enter(person);
  await database()`update usuarios_meta set banned_until = '2999-01-01' where id = ${person.id}`;
  const targets = await createTargets(person, enter);
  const before = [await traceOf(person), await traceOf(targets.theirs.person)];
  for (const on of [
    '/p/x.y',
    '/_next/static/x.js',
    '/_next/x',
    '/media/portadas/x',
    '/robots.txt',
    '/api/zzz',
    '/auth/zzz',
  ]) {
    const outcomes = await tryEveryAction(shop, targets, { on });
    expect([on, ...new Set(Object.values(outcomes))]).toEqual([on, '403']);
  }
  // The page of the ban accepts an appeal, and no other action.
  await tryEveryAction(shop, targets, { on: '/ban', skip: ['sendAppeal', 'signOutEverywhereAction', 'logOutAction'] });
  expect([await traceOf(person), await traceOf(targets.theirs.person)]).toEqual(before);
});

test('an invalid address is refused with 400 or 404', async ({ enter }) => {
  const shop = await enter();
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
    expect(await answer(shop, path), path).toBe(404);
  for (const path of [
    '/search?q=%00',
    '/?lng=%00',
    '/login?next=%00',
    '/api/search/suggest?q=%00',
    '/p/fragua-arcana?x=%00',
  ])
    expect(await answer(shop, path), path).toBe(400);
});

test('a text with a NUL character causes no server error in any action or route', { tag: '@nightly' }, async ({
  enter,
}) => {
  const admin = await createStaff('admin');
  const shop = await enter(admin);
  const targets = await createTargets(admin, enter);
  const change = endingWith('\0');
  const skip = ['signOutEverywhereAction', 'logOutAction'];
  const outcomes = Object.values(await tryEveryAction(shop, targets, { change, skip }));
  expect(outcomes.filter((outcome) => /^5|thrown/.test(outcome))).toEqual([]);
  const answers = Object.values(await tryEveryPath(shop, targets, { change }));
  expect(answers.filter((answered) => /^5/.test(String(answered)))).toEqual([]);
});

const typed = [
  '1.21',
  'v1.8',
  'a.b',
  'x.json',
  'x.rsc',
  'x.txt',
  'x.segments',
  '50%',
  '100%',
  '%',
  '%41',
  '%25',
  'a/b',
  '/',
  '?',
  '#',
  '.',
  '..',
  '...',
  '../..',
  '"',
  "o'neill",
  '<b>',
  '🐉',
  'fragua 🐉',
  '日本',
  '\\\\',
  'a+b',
  'a b',
  '&',
  'a;b',
  '[id]',
  '(shop)',
  '@x',
  '_next',
  'x'.repeat(2_000),
  'forjabit',
  'rpg',
];

test('a search for any text responds with results, as a page and to the client-side router', {
  tag: '@nightly',
}, async ({ enter }) => {
  const shop = await enter();
  for (const text of typed) {
    const found = await shop.get(`/search?${new URLSearchParams({ q: text, por: 'texto' })}`);
    expect(found.status(), text).toBe(200);
    const html = await found.text();
    const heading = /<h1[^>]*>Resultados de &quot;(.*?)&quot;<\/h1>/s.exec(html)?.[1] ?? '';
    const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" };
    expect(heading.replaceAll(/&(amp|quot|lt|gt|#x27);/g, (_, name) => entities[name] ?? '')).toBe(text.slice(0, 80));
    expect(/<article|No se encontraron resultados\./.test(html), text).toBe(true);
    const asRouter = await shop.get(new URL(found.url()).pathname, {
      headers: { rsc: '1' },
      maxRedirects: 3,
    });
    expect(asRouter.status(), `${text} by the router`).toBe(200);
  }
});

for (const [path, text] of [
  ['/search/1.21', '1.21'],
  ['/search/100%25', '100%'],
  ['/search/a%2Fb', 'a/b'],
  ['/search/%20', ''],
] as const) {
  test(`the search page at ${path} shows its query`, async ({ enter }) => {
    const found = await (await enter()).get(path);
    expect(found.status()).toBe(200);
    expect(await found.text()).toContain(`Resultados de &quot;${text}&quot;`);
  });
}

test('a search is indexable only if it consists of words of several products', async ({ enter }) => {
  const shop = await enter();
  const word = `Fárolo${randomUUID().slice(0, 8)}`;
  const plain = word.replace('á', 'a').toLowerCase();
  await createProduct({ nombre: `${word} de niebla` });
  const read = async (path: string) => {
    const html = await (await shop.get(path)).text();
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replace(site(), '');
    return { canonical, isKeptOut: html.includes('<meta name="robots" content="noindex"/>') };
  };
  const keptOut = { canonical: undefined, isKeptOut: true };
  // A query that matches a single product redirects to its page.
  expect(await read(`/search/${plain.toUpperCase()}`)).toEqual(keptOut);
  await createProduct({ nombre: `${word} de sal` });
  const open = (words: string) => ({ canonical: `/search/${encodeURIComponent(words)}`, isKeptOut: false });
  expect(await read(`/search/${plain}`)).toEqual(open(plain));
  expect(await read(`/search/${encodeURIComponent(`DE ${word}`)}?lng=en`)).toEqual({
    canonical: `/search/${encodeURIComponent(`de ${plain}`)}?lng=en`,
    isKeptOut: false,
  });
  for (const kept of [`${plain}%20gratis%20en%20tramposos.example`, `${plain}?orden=nuevos`, `${plain}?max=20`]) {
    expect(await read(`/search/${kept}`), kept).toEqual(keptOut);
  }
  const rules = await (await shop.get('/robots.txt')).text();
  expect(rules).toContain('Disallow: /search/*max=\n');
  expect(rules).not.toContain('Disallow: /search/\n');
});

test('filters work by their address, and invalid ones cause no error', async ({ enter }) => {
  const shop = await enter();
  const titles = async (path: string) => {
    const answer = await shop.get(path);
    expect(answer.status(), path).toBe(200);
    const html = await answer.text();
    return [...html.matchAll(/<h2[^>]*><a[^>]*title="([^"]*)"/g)].map(([, title]) => title);
  };
  expect((await titles('/plugins/filtros?genero=RPG')).length).toBeGreaterThan(0);
  expect(await titles('/plugins/filtros?genero=zzz')).toEqual([]);
  expect(await titles('/search/fragua?version=1.21&orden=precio_asc')).toContain('Fragua Arcana');
  for (const path of [
    '/series/filtros?max=-1&orden=zzz&cursor=zzz',
    '/dlcs/filtros?genero=%25&version=1',
    '/events/filtros?gratis=1&gratis=2',
    '/ofertas/filtros?categoria=plugin&club=1',
  ])
    await titles(path);
  expect(await answer(shop, '/zzz/filtros')).toBe(404);
});

for (const [text, address] of [
  ['ñandú', '/search/%C3%B1and%C3%BA'],
  ['50%', '/search/50%25'],
  ['a/b', '/search/a%2Fb'],
  ['..', '/search/..%20'],
  ['100%25', '/search/100%2525'],
] as const) {
  test(`a search for ${text} without JavaScript redirects to its page`, async ({ enter }) => {
    const shop = await enter();
    const found = await shop.get(`/search?q=${encodeURIComponent(text)}`);
    expect(found.status()).toBe(200);
    expect(new URL(found.url()).pathname).toBe(address);
    // Without scripts nothing streams in later: the text is in the response.
    expect(await found.text()).toContain(`Resultados de &quot;${text}&quot;`);
  });
}

test('a long search is truncated, and an empty one redirects to the search page', async ({ enter }) => {
  const shop = await enter();
  expect(await answer(shop, `/search?q=${'x'.repeat(3_000)}`)).toBe(`/search/${'x'.repeat(80)}`);
  expect(await answer(shop, '/search?q=')).toBe('/search');
});

for (const next of [
  '/.//evil.example',
  '/%2e//evil.example',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
]) {
  test(`the login does not redirect to ${next}`, async ({ enter }) => {
    const { email, password } = await createPerson();
    const shop = await enter();
    const page = await (await shop.get(`/login?next=${encodeURIComponent(next)}`)).text();
    expect(/<input[^>]*name="next"[^>]*>/.exec(page)?.[0]).toContain('value="/"');
    expect(await sendForm(shop, 'logInAction', { email, password, next })).toBe('to /');
    expect((await (await shop.get('/api/me')).json()).user).toMatchObject({ id: expect.any(String) });
  });
}

test('link previews have a title, the name of the shop and an existing picture', async ({ enter }) => {
  const guest = await enter();
  for (const [path, title] of [
    ['/', 'UnStore: contenido digital para jugadores y servidores'],
    ['/plugins', 'Plugins · UnStore'],
    ['/club', 'UnStore Club · UnStore'],
    ['/p/fragua-arcana', 'Fragua Arcana'],
    ['/account/Forjabit', 'Forjabit'],
  ] as const) {
    const html = await (await guest.get(path)).text();
    const tags = [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"/g)];
    const said = Object.fromEntries(tags.map(([, name, content]) => [name, content]));
    expect(said, path).toMatchObject({
      'og:title': title,
      'og:site_name': 'UnStore',
      'og:locale': 'es_ES',
      'twitter:card': 'summary_large_image',
    });
    const picture = await guest.get(said['og:image'] ?? '/no-picture');
    expect(picture.headers()['content-type'], path).toMatch(/^image\//);
  }
});

test('the canonical address and the alternates follow the language, even if the browser chose it', async ({
  enter,
}) => {
  const shop = await enter();
  const product = `/p/${(await createProduct()).slug}`;
  const paths = ['/', '/plugins', '/series', '/dlcs', '/events', '/trends', '/ofertas', '/search', '/club', '/support'];
  for (const path of [...paths, '/legal/notice', '/account/Forjabit', product]) {
    const read = async (search: string, language: string) => {
      const html = await (await shop.get(`${path}${search}`, { headers: { 'accept-language': language } })).text();
      const at = (pattern: RegExp) => pattern.exec(html)?.[1]?.replace(new RegExp(`^${site()}/?`), '/');
      return {
        canonical: at(/<link rel="canonical" href="([^"]*)"/),
        preview: at(/<meta property="og:url" content="([^"]*)"/),
        es: at(/<link rel="alternate" hrefLang="es" href="([^"]*)"/i),
        en: at(/<link rel="alternate" hrefLang="en" href="([^"]*)"/i),
        other: at(/<link rel="alternate" hrefLang="x-default" href="([^"]*)"/i),
      };
    };
    const english = `${path}?lng=en`;
    const languages = { es: path, en: english, other: path };
    expect(await read('', 'es'), path).toEqual({ canonical: path, preview: path, ...languages });
    expect(await read('?lng=es', 'en'), path).toEqual({ canonical: path, preview: path, ...languages });
    expect(await read('?lng=en', 'es'), path).toEqual({ canonical: english, preview: english, ...languages });
    expect(await read('', 'en-GB,en'), path).toEqual({ canonical: english, preview: english, ...languages });
  }
});
