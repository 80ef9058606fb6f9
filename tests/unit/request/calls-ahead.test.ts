import { expect, test, vi } from 'vitest';
import { CallsAhead } from '@/lib/core/request/calls-ahead';

const url = 'http://api/rest/v1/rpc/quien_soy';
const asAna = { method: 'POST', headers: { authorization: 'Bearer ana' }, body: '{}' };

/** Answers with how often it was asked. */
function counting(status = 200) {
  const send = vi.fn(async () => new Response(`"${send.mock.calls.length}"`, { status }));
  return send;
}

test('the page gets the answer that was there before, once', async () => {
  const [calls, send] = [new CallsAhead(), counting(503)];
  expect(await (await calls.call(send, url, asAna)).json()).toBe('1');
  calls.replay();
  const again = { ...asAna, headers: new Headers(asAna.headers) };
  const answer = await calls.call(send, new URL(url), again);
  expect([answer.status, await answer.json(), calls.others]).toEqual([503, '1', 0]);
  expect([await (await calls.call(send, url, again)).json(), calls.others]).toEqual(['2', 1]);
});

test.each<[what: string, input: Parameters<typeof fetch>[0], init: RequestInit]>([
  ['somebody else', url, { ...asAna, headers: { authorization: 'Bearer bea' } }],
  ['something else', url, { ...asAna, body: '{"p_adquiridos":[]}' }],
  ['another function', `${url}_mas`, asAna],
  ['nothing that is sent', url, { headers: asAna.headers }],
  ['a request that is an object', new Request(url, asAna), {}],
])('a call about %s is made and counted', async (_what, input, init) => {
  const [calls, send] = [new CallsAhead(), counting()];
  await calls.call(send, url, asAna);
  calls.replay();
  expect(await (await calls.call(send, input, init)).json()).toBe('2');
  expect(calls.others).toBe(1);
});

test('what is still under way when the page begins is waited for, and its failure is the answer', async () => {
  const calls = new CallsAhead();
  let fail = (_problem: Error) => {};
  const send = vi.fn(
    () =>
      new Promise<Response>((_, reject) => {
        fail = reject;
      }),
  );
  const first = calls.call(send, url, asAna);
  calls.replay();
  const second = calls.call(send, url, asAna);
  fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect(second).rejects.toThrow('away');
  expect(send).toHaveBeenCalledOnce();
});
