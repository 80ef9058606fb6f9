import { createReadStream } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { callPayPal, PayPalError } from '@/lib/payments/paypal/client';
import { stubEnvironment } from '../environment.ts';
import { startProvider, watchCalls } from './provider-server.ts';

const provider = await startProvider();
stubEnvironment();
vi.stubEnv('PAYPAL_API_URL', provider.url);
const watched = watchCalls();

/** A client without a token yet, as after a start. */
async function anotherClient(): Promise<typeof callPayPal> {
  vi.resetModules();
  vi.stubEnv('PAYPAL_CLIENT_ID', crypto.randomUUID());
  return (await import('@/lib/payments/paypal/client')).callPayPal;
}

const orders = '/v2/checkout/orders';
const problemOf = async (patienceMs?: number): Promise<unknown> => {
  const call = { method: 'GET', path: `${orders}/ORDER1`, ...(patienceMs ? { patienceMs } : {}) } as const;
  return callPayPal(call).then(
    () => null,
    (error) => error,
  );
};

beforeEach(() => {
  provider.received.length = 0;
  watched.length = 0;
  provider.answer = { status: 200, text: '{"id":"ORDER1"}' };
});

describe('a call of PayPal', () => {
  test('has its token, key and body, and wants the whole object', async () => {
    const body = { intent: 'CAPTURE', name: '«Fragua»' };
    expect(await callPayPal({ method: 'POST', path: orders, requestId: 'pago:1', body })).toEqual({ id: 'ORDER1' });
    const [{ call, headers, text } = { call: '', headers: {}, text: '' }] = provider.received;
    expect(call).toBe(`POST ${orders}`);
    expect(headers).toMatchObject({
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
      'paypal-request-id': 'pago:1',
      prefer: 'return=representation',
    });
    expect(JSON.parse(text)).toEqual(body);
  });

  test('fails while PayPal gives no token, and not any longer', async () => {
    const { token } = provider;
    const fresh = await anotherClient();
    provider.token = '<html>Maintenance</html>';
    await expect(fresh({ method: 'GET', path: orders, patienceMs: 500 })).rejects.toMatchObject({ status: 0 });
    provider.token = token;
    expect(await fresh({ method: 'GET', path: orders, patienceMs: 500 })).toEqual({ id: 'ORDER1' });
  });

  test.each([
    [400, 0],
    [401, 401],
    [403, 0],
    [404, 0],
    [422, 0],
    [503, 0],
  ])('that gets no token because of a %i was never sent, so PayPal did not refuse it', async (tokenStatus, status) => {
    const { token } = provider;
    const fresh = await anotherClient();
    Object.assign(provider, { tokenStatus, token: '{"name":"NOT_AUTHORIZED"}' });
    const problem = await fresh({ method: 'POST', path: orders }).catch((error) => error);
    Object.assign(provider, { tokenStatus: 200, token });
    expect(problem).toMatchObject({ status, isRefusal: false, issue: expect.stringContaining('NOT_AUTHORIZED') });
    expect(provider.received).toEqual([]);
    expect(watched.at(-1)).toContain('failed');
  });

  test('gets another token after PayPal rejected one', async () => {
    const { token } = provider;
    const fresh = await anotherClient();
    provider.token = token.replace('token-1', 'token-0');
    await fresh({ method: 'GET', path: orders });
    provider.answer = ({ authorization }) => ({ status: authorization === 'Bearer token-1' ? 200 : 401, text: '{}' });
    await expect(fresh({ method: 'GET', path: orders })).rejects.toMatchObject({ status: 401 });
    provider.token = token;
    await fresh({ method: 'GET', path: orders });
    expect(provider.received.at(-1)?.headers.authorization).toBe('Bearer token-1');
  });

  test('keeps no token that the SDK had to replace', async () => {
    const { token } = provider;
    const fresh = await anotherClient();
    provider.token = token.replace('token-1', 'token-0');
    await fresh({ method: 'GET', path: orders });
    provider.answer = ({ authorization }) => ({ status: authorization === 'Bearer token-1' ? 200 : 401, text: '{}' });
    provider.token = token;
    await fresh({ method: 'GET', path: orders });
    provider.received.length = 0;
    await fresh({ method: 'GET', path: orders });
    expect(provider.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1']);
  });

  test('that only reads has neither a key nor a body', async () => {
    expect(await callPayPal({ method: 'GET', path: `${orders}/ORDER1` })).toEqual({ id: 'ORDER1' });
    const [{ call, headers, text } = { call: '', headers: {}, text: '' }] = provider.received;
    expect([call, headers['paypal-request-id'], text]).toEqual([`GET ${orders}/ORDER1`, undefined, '']);
  });

  test('with a file is a form', async () => {
    const form = { input: '{}', file1: createReadStream('package.json') };
    await callPayPal({ method: 'POST', path: '/v1/customer/disputes/PP-1/provide-evidence', form });
    expect(provider.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(provider.received[0]?.text).toContain('"unstore"');
  });

  test.each<[string, number, unknown, string, string | undefined]>([
    [
      'the code and link of its first detail',
      400,
      { name: 'X', details: [{ issue: 'EXISTS', link: [{ href: '/batch' }] }], links: [{ href: '/help' }] },
      'EXISTS',
      '/batch',
    ],
    [
      'its own link without one of a detail',
      422,
      { name: 'X', details: [{ issue: 'DECLINED' }], links: [{ href: '/help' }] },
      'DECLINED',
      '/help',
    ],
    ['its name without details', 404, { name: 'RESOURCE_NOT_FOUND', details: [] }, 'RESOURCE_NOT_FOUND', undefined],
    ['its name alone', 403, { name: 'NOT_AUTHORIZED' }, 'NOT_AUTHORIZED', undefined],
    ['its text without a name', 500, { message: 'sorry' }, '{"message":"sorry"}', undefined],
    ['its text if that is no object', 502, 'Bad Gateway', 'Bad Gateway', undefined],
    [
      'its text in another form',
      400,
      { name: 7, links: [{ href: '/help' }] },
      '{"name":7,"links":[{"href":"/help"}]}',
      undefined,
    ],
  ])('that fails is an error with %s', async (_what, status, answer, issue, href) => {
    provider.answer = { status, text: typeof answer === 'string' ? answer : JSON.stringify(answer) };
    const problem = await problemOf();
    expect(problem).toBeInstanceOf(PayPalError);
    expect(problem).toMatchObject({ status, issue, href, message: `PayPal answered ${status}: ${issue}` });
  });

  test('ends after its patience, with an unknown outcome', async () => {
    provider.answer = 'silence';
    const problem = await problemOf(20);
    expect(problem).toMatchObject({ status: 0, issue: 'timeout', message: 'PayPal answered nothing: timeout' });
    expect(problem).toHaveProperty('isRefusal', false);
  });

  test('waits twelve seconds, and no longer than for its answer', async () => {
    const [timer, end] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    await problemOf();
    const at = timer.mock.calls.findIndex(([, ms]) => ms === 12_000);
    expect(end.mock.calls).toContainEqual([timer.mock.results[at]?.value]);
    vi.restoreAllMocks();
  });

  test.each([
    [200, 'ok'],
    [422, 'refused'],
    [429, 'failed'],
    [500, 'failed'],
  ])('answered with %i is counted as %s, without the ids of its path', async (status, outcome) => {
    provider.answer = { status, text: '{}' };
    await problemOf();
    const work = { kind: 'provider', provider: 'paypal', call: 'GET /v2/checkout/orders/*' };
    expect(watched).toEqual([[work, outcome]]);
  });
});
