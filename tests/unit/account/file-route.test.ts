import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { stubEnvironment } from '../environment.ts';

const mocks = vi.hoisted(() => ({ getMe: vi.fn(), takeAttempt: vi.fn(), setCookie: vi.fn(), log: vi.fn() }));
vi.mock('next/headers', () => ({ cookies: async () => ({ set: mocks.setCookie }) }));
vi.mock('@/lib/account/server', () => ({ getMe: mocks.getMe }));
vi.mock('@/lib/core/log', () => ({ log: { error: mocks.log } }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: mocks.takeAttempt }));
stubEnvironment();
afterAll(() => vi.unstubAllEnvs());
const { fileRoute } = await import('@/lib/account/file-route');

const make = vi.fn();
const route = fileRoute('/dashboard/sales', make);
const shop = 'http://localhost:3000';
const ask = (headers: Record<string, string> = {}) =>
  route(new Request(`${shop}/api/creator/sales`, { headers }), { params: Promise.resolve({}) });
const opening = { 'sec-fetch-mode': 'navigate' };

beforeEach(() => {
  mocks.getMe.mockReset().mockResolvedValue({ id: 'ana' });
  mocks.takeAttempt.mockReset().mockResolvedValue(0);
  mocks.setCookie.mockReset();
  make.mockReset().mockImplementation(async () => new Response('a file'));
});

it('the route returns the file', async () => {
  expect(await (await ask(opening)).text()).toBe('a file');
  expect(mocks.takeAttempt).toHaveBeenCalledExactlyOnceWith('ownFile', 'ana');
});

const refusals: Array<[string, () => void, number, string | null]> = [
  ['sin_sesion', () => mocks.getMe.mockResolvedValue(null), 401, null],
  ['sin_permiso', () => make.mockResolvedValue('sin_permiso'), 403, null],
  ['no_existe', () => make.mockResolvedValue('no_existe'), 404, 'fileMissing'],
  ['sin_emitir', () => make.mockResolvedValue('sin_emitir'), 409, 'invoiceWaits'],
  ['datos_no_validos', () => make.mockResolvedValue('datos_no_validos'), 422, 'fileInvalid'],
  ['demasiados_intentos', () => mocks.takeAttempt.mockResolvedValue(7), 429, 'fileTooMany'],
  ['fallo', () => make.mockResolvedValue('fallo'), 500, 'fileFailed'],
  ['sin_servicio', () => make.mockRejectedValue(new ServiceUnavailable('no answer')), 503, 'fileUnavailable'],
];

it.each(refusals)(
  '%s is a status for a script, and a page with a message for a browser',
  async (error, befall, status, notice) => {
    befall();
    const response = await ask();
    expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
      status,
      { error },
      'private, no-store',
    ]);
    expect(mocks.setCookie).not.toHaveBeenCalled();

    const sent = await ask(opening);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${shop}/dashboard/sales`]);
    expect(mocks.setCookie.mock.calls.map(([, value]) => value)).toEqual(notice ? [notice] : []);
  },
);

it('a rate-limited script gets the delay of a retry', async () => {
  mocks.takeAttempt.mockResolvedValue(7);
  expect((await ask()).headers.get('retry-after')).toBe('7');
});

it.each([
  [`${shop}/dashboard/sales?estado=libre`, '/dashboard/sales?estado=libre'],
  ['https://elsewhere.example/dashboard', '/dashboard/sales'],
  ['no address', '/dashboard/sales'],
  [`${shop}//elsewhere.example`, '/'],
])('a browser from %s is redirected to %s', async (referer, path) => {
  make.mockResolvedValue('fallo');
  expect((await ask({ ...opening, referer })).headers.get('location')).toBe(shop + path);
});

it('an old browser that only sends Accept is recognized as a browser', async () => {
  make.mockResolvedValue('fallo');
  expect((await ask({ accept: 'text/html,*/*' })).status).toBe(303);
  expect((await ask({ accept: 'text/html,*/*', 'sec-fetch-mode': 'cors' })).status).toBe(500);
});

it('an internal error is reported as such, and logged', async () => {
  make.mockRejectedValue(new Error('a fault'));
  expect((await ask()).status).toBe(500);
  expect(mocks.log).toHaveBeenCalledExactlyOnceWith(
    { path: '/api/creator/sales', error: 'a fault' },
    'a file was not made',
  );
});
