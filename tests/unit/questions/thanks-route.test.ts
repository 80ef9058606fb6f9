import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { fail, succeed } from '@/lib/core/action/result';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import messages from '@/messages/es.json';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());

const { getMe, thank, setCookie, makeStale } = vi.hoisted(() => ({
  getMe: vi.fn(),
  thank: vi.fn(),
  setCookie: vi.fn(),
  makeStale: vi.fn(),
}));
vi.mock('next/headers', () => ({ cookies: async () => ({ set: setCookie }) }));
vi.mock('@/lib/account/server', () => ({ getMe }));
vi.mock('@/lib/questions/thank', () => ({ thank }));
vi.mock('@/lib/questions/server', () => ({ listThanked: async () => [] }));
vi.mock('@/lib/core/cache/stale', () => ({ makeStale }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
const { POST } = await import('@/app/api/thanks/route');

const shop = 'http://localhost:3000';
const pregunta = '00000000-0000-4000-8000-000000000001';
const page = `${shop}/p/torre/questions/2#${pregunta}`;
const send = () =>
  POST(
    new Request(`${shop}/api/thanks`, {
      method: 'POST',
      headers: { origin: shop },
      body: new URLSearchParams({ pregunta, slug: 'torre', pagina: '2' }),
    }),
  );

beforeEach(() => {
  vi.resetAllMocks();
  getMe.mockResolvedValue({ id: 'ana' });
});

it('thanks without scripts lead back to the answer, without a notice', async () => {
  thank.mockResolvedValue(succeed({ slug: 'torre', gracias: true, utiles: 1 }));
  const response = await send();
  expect([response.status, response.headers.get('location')]).toEqual([303, page]);
  expect(makeStale).toHaveBeenCalledExactlyOnceWith({ now: ['questions:torre'] });
  expect(setCookie).not.toHaveBeenCalled();
});

it.each([
  ['for an own answer', () => thank.mockResolvedValue(fail('es_suyo')), 'thanksOwn'],
  ['above the limit', () => thank.mockResolvedValue(fail('demasiados_intentos')), 'thanksTooMany'],
  ['for a deleted answer', () => thank.mockResolvedValue(fail('no_existe')), 'thanksFailed'],
  ['of a restricted account', () => thank.mockResolvedValue(fail('sin_sesion')), 'thanksFailed'],
  ['in an outage', () => thank.mockRejectedValue(new ServiceUnavailable('no answer')), 'thanksFailed'],
] as const)('thanks without scripts %s lead back with a notice', async (_what, befall, notice) => {
  befall();
  const response = await send();
  expect([response.status, response.headers.get('location')]).toEqual([303, page]);
  expect(setCookie.mock.calls.map(([, value]) => value)).toEqual([notice]);
  expect(messages.nav.notice).toHaveProperty(notice);
  expect(makeStale).not.toHaveBeenCalled();
});
