import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';

const shop = vi.hoisted(() => ({
  me: null as unknown,
  isOwn: true,
  wait: 0,
  own: [] as string[],
  counted: [] as unknown[],
}));
vi.mock('@/lib/account/server', () => ({ getMe: async () => shop.me }));
vi.mock('@/lib/checkout/answer', () => ({
  refusalResponse: async (refusal: string, locale: string, headers?: HeadersInit) =>
    Response.json({ refusal, locale }, headers ? { headers } : {}),
  refuseWithoutBuyer: async (locale: string) => Response.json({ refusal: 'sin_sesion', locale }),
}));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'en' }));
vi.mock('@/lib/core/limits', () => ({
  takeAttempt: async (...given: unknown[]) => {
    shop.counted.push(given);
    return shop.wait;
  },
}));
vi.mock('@/lib/core/log', () => ({ log: { error: () => undefined } }));
vi.mock('@/lib/core/security/origin', () => ({ isOwnOrigin: () => shop.isOwn }));
vi.mock('@/lib/club/server', () => ({ findOwnSubscriptions: async () => shop.own }));
const { answerClubRequest, namedSubscriptions } = await import('@/lib/club/route');

const me = { id: 'ana' } as Parameters<typeof namedSubscriptions>[0];
beforeEach(() => Object.assign(shop, { me, isOwn: true, wait: 0, own: ['sub_1', 'sub_2'], counted: [] }));

type Work = Parameters<typeof answerClubRequest>[2];
const ask = async (work: Work, body = '{"plan":"yearly"}', failure: 'cancelacion_fallida' | 'fallo' = 'fallo') => {
  const request = new Request('http://localhost/api/club', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  const response = await answerClubRequest(request, failure, work);
  return { ...(await response.json()), wait: response.headers.get('retry-after') };
};
const refused = (refusal: string) => ({ refusal, locale: 'en', wait: null });
const fails = (problem: unknown) => async () => {
  throw problem;
};

describe('a request about the Club', () => {
  test('is answered with its result or its refusal', async () => {
    const work = vi.fn(async () => ({ url: 'https://stripe.example' }));
    expect(await ask(work)).toEqual({ url: 'https://stripe.example', wait: null });
    expect(work.mock.calls).toEqual([[me, 'en', { plan: 'yearly' }]]);
    expect(shop.counted).toEqual([['checkout', 'ana']]);
    expect(await ask(async () => 'ya_del_club')).toEqual(refused('ya_del_club'));
  });

  test('without a body has an empty one', async () => {
    const work = vi.fn(async () => ({}));
    await ask(work, '');
    expect(work.mock.calls).toEqual([[me, 'en', {}]]);
  });

  test('is refused before any work for a foreign origin, without a sign-in, above the limit, or with a broken body', async () => {
    const work = vi.fn(async () => ({}));
    expect(await ask(work, '{')).toEqual(refused('datos_no_validos'));
    shop.wait = 30;
    expect(await ask(work)).toEqual({ ...refused('demasiados_intentos'), wait: '30' });
    shop.me = null;
    expect(await ask(work)).toEqual(refused('sin_sesion'));
    shop.isOwn = false;
    expect(await ask(work)).toEqual(refused('origen_no_valido'));
    expect(work).not.toHaveBeenCalled();
    expect(shop.counted).toHaveLength(2);
  });

  test('distinguishes an outage of the shop and one of Stripe from a failure', async () => {
    const stripe = new Stripe.errors.StripeConnectionError({ message: 'away', type: 'api_error' });
    expect(await ask(fails(new ServiceUnavailable('away')))).toEqual(refused('sin_servicio'));
    expect(await ask(fails(stripe))).toEqual(refused('proveedor_no_responde'));
    expect(await ask(fails(new Error('broken')))).toEqual(refused('fallo'));
    expect(await ask(fails(stripe), '{}', 'cancelacion_fallida')).toEqual(refused('cancelacion_fallida'));
    expect(await ask(fails(new Error('broken')), '{}', 'cancelacion_fallida')).toEqual(refused('cancelacion_fallida'));
  });
});

test.each([
  [undefined, ['sub_1', 'sub_2']],
  [null, ['sub_1', 'sub_2']],
  [{}, ['sub_1', 'sub_2']],
  [{ subscriptionId: 'sub_2' }, ['sub_1', 'sub_2']],
  [{ subscriptionId: 'sub_of_others' }, []],
  [{ subscriptionId: null }, []],
])('a change asked for with %o is of %j', async (body, references) =>
  expect(await namedSubscriptions(me, body)).toEqual(references),
);
