import { expect, test } from 'vitest';
import { AskedAhead } from '@/lib/core/request/asked-ahead';

const url = 'http://api/rest/v1/rpc/pagina_de_pago';
const asAna = { method: 'POST', headers: { authorization: 'Bearer ana' }, body: '{}' };
const told = (body: string, status = 200) => Promise.resolve({ status, body });

test('the page gets the answer that was there before, once', async () => {
  const ahead = new AskedAhead('ana', [url, asAna], told('"one"', 503));
  const same = { ...asAna, headers: new Headers(asAna.headers) };
  const answer = await ahead.take(new URL(url), same);
  expect([answer?.status, await answer?.json(), ahead.others]).toEqual([503, 'one', 0]);
  expect([ahead.take(url, asAna), ahead.others]).toEqual([undefined, 1]);
});

test.each<[what: string, input: Parameters<typeof fetch>[0], init: RequestInit]>([
  ['somebody else', url, { ...asAna, headers: { authorization: 'Bearer bea' } }],
  ['something else', url, { ...asAna, body: '{"p_slug":"a"}' }],
  ['another function', `${url}_mas`, asAna],
  ['nothing that is sent', url, { headers: asAna.headers }],
  ['a request that is an object', new Request(url, asAna), {}],
])('a call about %s has to be made, and is counted', (_what, input, init) => {
  const ahead = new AskedAhead('ana', [url, asAna], told('"one"'));
  expect([ahead.take(input, init), ahead.others]).toEqual([undefined, 1]);
});

test('what is still under way is waited for, and its failure is the answer', async () => {
  const ahead = new AskedAhead('ana', [url, asAna], Promise.reject(new Error('away')));
  await expect(ahead.take(url, asAna)).rejects.toThrow('away');
});

test('the page gets what stands in for the answer', async () => {
  const ahead = new AskedAhead('ana', [url, asAna], told('"one"'));
  ahead.reuse({ status: 200, body: '"two"' });
  expect(await (await ahead.take(url, asAna))?.json()).toBe('two');
});
