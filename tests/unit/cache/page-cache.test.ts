import { afterEach, expect, it, vi } from 'vitest';
import ShopPages from '@/page-cache.mjs';

vi.stubEnv('SUPABASE_URL', 'http://api.test');
vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'key');
afterEach(() => vi.unstubAllGlobals());

const pages: ShopPages = Reflect.construct(ShopPages, [{}]);

/** What the API is asked about a path, by an API that answers like this. */
async function ask(path: string, answer: () => Promise<Response>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return answer();
  });
  return { isThere: await pages.isThere(path), asked };
}
const answering = (rows: object[]) => async () => Response.json(rows);

it('asks for what an address names, once', async () => {
  const { isThere, asked } = await ask('/p/fragua', answering([]));
  expect(isThere).toBe(false);
  expect(asked).toEqual([
    'http://api.test/rest/v1/productos?select=id&status=eq.approved&oculto=eq.false&slug=eq.fragua&limit=1',
  ]);
  expect((await ask('/p/fragua', answering([{ id: 1 }]))).isThere).toBe(true);
});

it.each([
  ['/account/50%25%20Caf%C3%A9%2F%C3%91and%C3%BA', '50% Café/Ñandú'],
  ['/account/Marea%20Baja%20', 'Marea Baja'],
  ['/account/x&or=(id.not.is.null)', 'x&or=(id.not.is.null)'],
  ['/account/50% Café', '50% Café'],
])('reads the name in %j as its page does', async (path, name) => {
  const { asked } = await ask(path, answering([]));
  expect(new URL(asked[0] ?? '').searchParams.get('display_name')).toBe(`eq.${name}`);
});

it.each(['/', '/plugins', '/404', '/p/x/reviews'])('%s names nothing that could be missing', async (path) => {
  expect(await ask(path, answering([]))).toEqual({ isThere: true, asked: [] });
});

it.each([
  ['refuses', async () => Response.json({ message: 'no' }, { status: 500 })],
  ['cannot be reached', async () => Promise.reject(new Error('no way there'))],
  ['answers nonsense', async () => new Response('<html>')],
] as const)('lets the page say what is wrong when the API %s', async (_how, answer) => {
  expect((await ask('/p/fragua', answer)).isThere).toBe(true);
});
