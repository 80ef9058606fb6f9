import { beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();

const getMe = vi.hoisted(() => vi.fn());
const takeAttempt = vi.hoisted(() => vi.fn());
vi.mock('@/lib/account/server', () => ({ getMe }));
vi.mock('@/lib/core/limits', async (original) => ({ ...(await original<object>()), takeAttempt }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));
vi.mock('next-intl/server', () => ({
  getTranslations: async () => (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(': '),
}));
const replaceImage = vi.hoisted(() => vi.fn());
vi.mock('@/lib/account/settings/server', () => ({ replaceImage }));

const keepDraft = vi.hoisted(() => vi.fn());
vi.mock('@/lib/publish/drafts', () => ({ keepDraft, deleteDraft: vi.fn() }));

const site = 'https://shop.example';
const origin = { origin: process.env.SITE_URL ?? site };

type Handler = (request: Request) => Promise<Response>;
const read = (name: string) => async () => (await import(`@/app/api/${name}/route.ts`)).GET as Handler;
const routes: Array<[name: string, load: () => Promise<Handler>, ask: () => Request, isBad: boolean]> = [
  ['club-saving', read('club-saving'), () => new Request(`${site}/api/club-saving`), false],
  ['followers', read('followers'), () => new Request(`${site}/api/followers`), false],
  ['library', read('library'), () => new Request(`${site}/api/library`), false],
  ['my-review', read('my-review'), () => new Request(`${site}/api/my-review?producto=no`), true],
  ['notifications', read('notifications'), () => new Request(`${site}/api/notifications`), false],
  ['own-products', read('own-products'), () => new Request(`${site}/api/own-products?use=no`), true],
  ['preview', read('preview'), () => new Request(`${site}/api/preview?slug=No%20uno`), true],
  ['thanks', read('thanks'), () => new Request(`${site}/api/thanks?producto=no`), true],
  ['recipients', read('recipients'), () => new Request(`${site}/api/recipients?q=a`), false],
  [
    'product-draft',
    async () => (await import('@/app/api/product-draft/route')).PUT,
    () => new Request(`${site}/api/product-draft`, { method: 'PUT', body: '{}', headers: origin }),
    false,
  ],
  [
    'product-draft, to throw it away',
    async () => (await import('@/app/api/product-draft/route')).DELETE,
    () => new Request(`${site}/api/product-draft?id=no`, { method: 'DELETE', headers: origin }),
    true,
  ],
];

beforeEach(() => {
  getMe.mockReset().mockResolvedValue({ id: 'me-1' });
  takeAttempt.mockReset().mockResolvedValue(0);
});

const answered = async (response: Response) => ({
  status: response.status,
  kept: response.headers.get('cache-control'),
  ...(await response.json()),
});

it.each(routes)('%s requires a sign-in, and is not cached', async (_name, load, ask) => {
  getMe.mockResolvedValue(null);
  const response = await (await load())(ask());
  expect(await answered(response)).toEqual({ status: 401, kept: 'private, no-store', error: 'sin_sesion' });
});

it.each([
  ['product-draft', 'PUT'],
  ['product-draft', 'DELETE'],
  ['profile-image', 'POST'],
  ['product-image', 'POST'],
  ['product-file', 'POST'],
  ['dispute-file', 'POST'],
])('%s refuses a %s of another website, and asks nobody who sent it', async (name, method) => {
  const handlers = await import(`@/app/api/${name}/route.ts`);
  const ask = (headers: Record<string, string>) =>
    handlers[method](new Request(`${site}/api/${name}`, { method, body: '{}', headers })) as Promise<Response>;
  const foreign = await ask({ origin: 'https://other.example' });
  expect([foreign.status, foreign.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
  expect(getMe).not.toHaveBeenCalled();
});

it.each(['profile-image', 'product-image', 'product-file', 'dispute-file'])(
  'an upload to %s requires a sign-in, and is not cached',
  async (name) => {
    getMe.mockResolvedValue(null);
    const { POST } = await import(`@/app/api/${name}/route.ts`);
    const response: Response = await POST(
      new Request(`${site}/api/${name}`, { method: 'POST', body: '{}', headers: origin }),
    );
    expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
      401,
      'private, no-store',
      { message: 'problems.notSignedIn' },
    ]);
    expect(takeAttempt).not.toHaveBeenCalled();
  },
);

it.each(routes.filter(([, , , isBad]) => isBad))(
  '%s refuses an invalid query, and does not count it',
  async (_name, load, ask) => {
    const response = await (await load())(ask());
    expect(await answered(response)).toEqual({ status: 422, kept: 'private, no-store', error: 'datos_no_validos' });
    expect(takeAttempt).not.toHaveBeenCalled();
  },
);

it('an invalid body counts as an attempt, because reading it has a cost', async () => {
  const { PUT } = await import('@/app/api/product-draft/route');
  const response = await PUT(new Request(`${site}/api/product-draft`, { method: 'PUT', body: '{', headers: origin }));
  expect(await answered(response)).toEqual({ status: 422, kept: 'private, no-store', error: 'datos_no_validos' });
  expect(takeAttempt).toHaveBeenCalledExactlyOnceWith('draft', 'me-1');
});

it.each(['\0', '\ud83d'])('a body with %j, which the database cannot store, is refused', async (character) => {
  const { PUT } = await import('@/app/api/product-draft/route');
  const draft = { name: `Torre ${character}` };
  const body = JSON.stringify({ id: crypto.randomUUID(), productId: null, version: 0, content: { draft, base: '' } });
  const response = await PUT(new Request(`${site}/api/product-draft`, { method: 'PUT', body, headers: origin }));
  expect(await answered(response)).toEqual({ status: 422, kept: 'private, no-store', error: 'datos_no_validos' });
});

it.each([
  ['cambiado', 409],
  ['no_existe', 404],
  ['demasiados_borradores', 422],
])('a draft refused with %s is a %i', async (error, status) => {
  keepDraft.mockResolvedValue({ ok: false, error });
  const { PUT } = await import('@/app/api/product-draft/route');
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    productId: null,
    version: 0,
    content: { draft: {}, base: '' },
  });
  const response = await PUT(new Request(`${site}/api/product-draft`, { method: 'PUT', body, headers: origin }));
  expect(await answered(response)).toEqual({ status, kept: 'private, no-store', error });
});

it.each([
  ['profile-image', '?kind=avatar', {}],
  ['product-image', '?kind=cover', {}],
  ['product-file', '', { body: JSON.stringify({ step: 'begin', name: 'a.zip', size: 1 }) }],
])('a person over the limit of %s gets the delay of a retry', async (name, query, init) => {
  takeAttempt.mockResolvedValue(7);
  const { POST } = await import(`@/app/api/${name}/route.ts`);
  const response: Response = await POST(
    new Request(`${site}/api/${name}${query}`, { method: 'POST', headers: origin, ...init }),
  );
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
});

it('a picture that storage refuses is answered with a whole sentence in the language of the page', async () => {
  replaceImage.mockResolvedValue({ ok: false, error: 'uploadFailed' });
  const { POST } = await import('@/app/api/profile-image/route');
  const asked = { method: 'POST', headers: origin, body: 'picture' };
  const response = await POST(new Request(`${site}/api/profile-image?kind=avatar`, asked));
  expect([response.status, await response.json()]).toEqual([
    502,
    { message: 'settings.errors.imageUpload: problems.failed' },
  ]);
});
