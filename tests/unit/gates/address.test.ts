import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
const asked: URL[] = [];
let answer: (url: URL) => Response | Promise<Response>;
let find: typeof import('@/lib/gates/address').findDestination;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const url = new URL(input);
    asked.push(url);
    return answer(url);
  });
  asked.length = 0;
  answer = () => Response.json([]);
  vi.resetModules();
  find = (await import('@/lib/gates/address')).findDestination;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const withNames =
  (...names: string[]) =>
  () =>
    Response.json(names.map((display_name) => ({ display_name })));
const product = () => Response.json([{ slug: 'x' }]);

it('a product is looked up once a minute', async () => {
  answer = product;
  for (const path of ['/p/fragua', '/p/fragua']) expect(await find(path)).toBe('page');
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    '/rest/v1/productos?select=slug&slug=eq.fragua&limit=1&status=eq.approved&oculto=eq.false',
  ]);
  vi.advanceTimersByTime(60_000);
  answer = () => Response.json([]);
  expect(await find('/p/fragua')).toBe('nothing');
  answer = product;
  expect(await find('/p/fragua')).toBe('page');
});

it('a product that was not found is looked up again', async () => {
  expect(await find('/p/fragua')).toBe('nothing');
  answer = product;
  expect(await find('/p/fragua')).toBe('page');
  expect(asked).toHaveLength(2);
});

it('a cursor may name a product that is no longer approved', async () => {
  answer = product;
  expect(await find('/plugins/desde/fragua')).toBe('page');
  answer = () => Response.json([]);
  expect(await find('/ofertas/desde/fragua')).toBe('nothing');
  expect(await find('/series/desde/fragua')).toBe('nothing');
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual(
    Array.from({ length: 2 }, () => '/rest/v1/productos?select=slug&slug=eq.fragua&limit=1'),
  );
});

it('the reviews of a product are a page only at their canonical address', async () => {
  answer = () => Response.json([]);
  expect(await find('/p/fragua/reviews')).toBe('nothing');
  expect(await find('/p/Fragua/reviews')).toEqual({ address: '/p/fragua/reviews' });
});

it('a creator is looked up by name, and an unknown one has no page', async () => {
  expect(await find('/account/Ana')).toBe('nothing');
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    '/rest/v1/usuarios_meta?select=display_name&display_name=ilike.Ana&limit=20',
  ]);
});

it('another creator whose name fits the pattern is not the one named', async () => {
  answer = withNames('Anb');
  expect(await find('/account/An%2A')).toBe('nothing');
});

it('a later page of a creator needs the product of its cursor', async () => {
  const rows =
    (...slugs: string[]) =>
    (url: URL) =>
      url.pathname.endsWith('/productos')
        ? Response.json(slugs.map((slug) => ({ slug })))
        : Response.json([{ display_name: 'p' }]);
  answer = rows('fragua');
  expect(await find('/account/p/desde/fragua')).toBe('page');
  expect(await find('/account/P/desde/Fragua')).toEqual({ address: '/account/p/desde/fragua' });
  answer = rows();
  expect(await find('/account/p/desde/otra')).toBe('nothing');
});

it.each(['/', '/plugins', '/profile', '/search/x', '/legal/terms', '/p/x/reviews'])(
  '%s is a page, without a look-up',
  async (path) => {
    answer = product;
    expect(await find(path)).toBe('page');
    if (path !== '/p/x/reviews') expect(asked).toEqual([]);
  },
);

it.each([
  '/.env',
  '/es',
  '/wp-login.php',
  '/p',
  '/p/a_b',
  '/p/a--b',
  '/p/a/questions/1',
  '/p/a/questions/x',
  '/plugins/x',
  '/account',
  '/account/%20',
  `/account/${'a'.repeat(21)}`,
])('%s is unknown, without a look-up', async (path) => {
  expect(await find(path)).toBe('nothing');
  expect(asked).toEqual([]);
});

it.each([
  ['/P/Fragua-Arcana', '/p/fragua-arcana'],
  ['/p/fragua%E2%80%89).', '/p/fragua'],
  ['/%70/%66ragua', '/p/fragua'],
  ['/p/fragua/', '/p/fragua'],
  ['/Legal/Terms.', '/legal/terms'],
  ['/plugins/Desde/X', '/plugins/desde/x'],
])('%s redirects to %s', async (path, address) => {
  expect(await find(path)).toEqual({ address });
  expect(asked).toEqual([]);
});

it.each([
  ['/account/ana', ['Ana'], '/account/Ana'],
  ['/account/A%6Ea', ['Ana'], '/account/Ana'],
  ['/account/%C3%B1u%C2%A0%20x', ['Ñu x'], '/account/%C3%91u%20x'],
  ['/account/a%2A', ['ab', 'a*'], '/account/a*'],
  ['/account/..%20', ['..'], undefined],
  ['/account/Ana', ['ANA', 'Ana'], undefined],
])('%s redirects for the existing names %j to %s', async (path, names, address) => {
  answer = withNames(...names);
  expect(await find(path)).toEqual(address === undefined ? 'page' : { address });
});

it('trailing punctuation is removed if no name contains it', async () => {
  answer = (url) => withNames(...(url.searchParams.get('display_name') === 'ilike.Ana' ? ['Ana'] : []))();
  expect(await find('/account/Ana).')).toEqual({ address: '/account/Ana' });
  answer = withNames('Ana).');
  expect(await find('/account/Ana).')).toBe('page');
});

it('pattern characters in a name are literal', async () => {
  await find('/account/50%25_x%2A&or=1');
  expect(asked[0]?.searchParams.get('display_name')).toBe('ilike.50\\%\\_x_&or=1');
  await find('/account/%5C');
  expect(asked.at(-1)?.searchParams.get('display_name')).toBe('ilike.\\\\');
});

it('a query that the database refuses does not stop other look-ups', async () => {
  answer = () => Response.json({ code: '22025', message: 'invalid escape sequence' }, { status: 400 });
  expect(await find('/account/Ana')).toBe('page');
  answer = () => Response.json([]);
  expect(await find('/p/fragua')).toBe('nothing');
});

it.each([
  ['fails', () => Response.json({ message: 'no' }, { status: 500 })],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['returns an invalid response', () => new Response('<html>')],
] as const)(
  'if the database %s, pages are served, and there is no look-up for five seconds',
  async (_how, answering) => {
    answer = answering;
    expect(await find('/p/fragua')).toBe('page');
    expect(await find('/account/Ana')).toBe('page');
    expect(await find('/account/%20Ana')).toEqual({ address: '/account/Ana' });
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(5_000);
    answer = () => Response.json([]);
    expect(await find('/p/fragua')).toBe('nothing');
  },
);
