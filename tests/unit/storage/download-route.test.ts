import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

const file = 'descargas/ana/1/mapa.zip';
const order = '0b0c8f6e-5a3d-4f0e-9d7a-000000000001';
const mocks = vi.hoisted(() => ({ getMe: vi.fn(), rpc: vi.fn(), createSignedUrl: vi.fn() }));
vi.mock('@/lib/account/server', () => ({ getMe: mocks.getMe }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    rpc: mocks.rpc,
    storage: { from: () => ({ createSignedUrl: mocks.createSignedUrl }) },
  }),
}));
stubEnvironment();
afterAll(() => vi.unstubAllEnvs());
const { GET } = await import('@/app/api/download/[orderId]/route');

const download = (headers: Record<string, string> = {}) =>
  GET(new Request(`http://localhost:3000/api/download/${order}`, { headers }), {
    params: Promise.resolve({ orderId: order }),
  });
const answers = (data: object) => mocks.rpc.mockResolvedValue({ data, error: null, status: 200 });

beforeEach(() => {
  mocks.getMe.mockReset().mockResolvedValue({ id: 'ana' });
  mocks.createSignedUrl
    .mockReset()
    .mockResolvedValue({ data: { signedUrl: 'http://localhost:1/signed?token=x' }, error: null });
});

it('a purchased file redirects to a link valid for a minute, in an uncached response', async () => {
  answers({ ok: true, download_link: file });
  const answer = await download();
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    'http://localhost:1/signed?token=x&download=mapa.zip',
  ]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(mocks.createSignedUrl).toHaveBeenCalledExactlyOnceWith('ana/1/mapa.zip', 60);
});

it.each(['地图.zip', 'Construcción ñandú.zip', 'Tom & Jerry #2 100% +1.zip'])(
  "a downloaded file keeps its creator's name: %s",
  async (nombre) => {
    answers({ ok: true, download_link: file, nombre });
    const location = new URL((await download()).headers.get('location') ?? '');
    expect(Object.fromEntries(location.searchParams)).toEqual({ token: 'x', download: nombre });
  },
);

it('a HEAD, whose body nobody reads, counts no download and makes no copy', async () => {
  const route: Record<string, unknown> = await import('@/app/api/download/[orderId]/route');
  // Next.js answers it by GET if the route has no HEAD.
  const head = (route.HEAD ?? route.GET) as typeof GET;
  mocks.rpc.mockReset();
  const answer = await head(new Request(`http://localhost:3000/api/download/${order}`, { method: 'HEAD' }), {
    params: Promise.resolve({ orderId: order }),
  });
  expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([405, 'GET', null]);
  expect(mocks.rpc).not.toHaveBeenCalled();
});

it.each([
  'http://localhost:3000/api/me',
  'https://localhost/x',
  'https://a:b@elsewhere.example/x',
  'javascript:alert(1)',
])('a download does not redirect to %s', async (link) => {
  answers({ ok: true, download_link: link });
  expect((await download()).headers.get('location')).toContain(`/profile/order/${order}?descarga=fallo`);
});

it("another person's order gets a 404, and a guest is redirected to the login", async () => {
  answers({ ok: false, error: 'no_existe' });
  expect((await download()).status).toBe(404);
  // A browser is redirected to the page with the message.
  const opened = await download({ 'sec-fetch-mode': 'navigate' });
  expect(opened.headers.get('location')).toBe(`http://localhost:3000/profile/order/${order}`);
  mocks.getMe.mockResolvedValue(null);
  const guest = await download();
  expect(guest.headers.get('location')).toBe(
    `http://localhost:3000/login?next=${encodeURIComponent(`/profile/order/${order}`)}`,
  );
  expect(mocks.createSignedUrl).not.toHaveBeenCalled();
});
