import { expect, it } from 'vitest';
import { readJson, readJsonWithin, readLimited } from '@/lib/core/http/body';

const request = (body: BodyInit | null) =>
  new Request('http://shop.test/', { method: 'POST', body, duplex: 'half' } as RequestInit);

/** A body of a megabyte, of which it is counted how much was read. */
function endless(): { body: ReadableStream; read: () => number } {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 10_000;
      controller.enqueue(new Uint8Array(10_000).fill(32));
      if (sent >= 60_000_000) controller.close();
    },
  });
  return { body, read: () => sent };
}

it('a JSON body is parsed, and any other is null', async () => {
  expect(await readJson(request('{"plan":"annual"}'))).toEqual({ plan: 'annual' });
  expect(await readJson(request(null))).toBeUndefined();
  expect(await readJson(request(''))).toBeUndefined();
  for (const broken of ['{', 'plan=annual', '\u0000', 'null']) expect(await readJson(request(broken))).toBeNull();
});

it('a body of sixty megabytes is not read in full', async () => {
  const { body, read } = endless();
  expect(await readJson(request(body))).toBeNull();
  expect(read()).toBeLessThan(2_000_000);
  const other = endless();
  expect(await readLimited(request(other.body), 50_000)).toBeNull();
  expect(other.read()).toBeLessThan(200_000);
});

it('a body is read up to its limit, and one with a longer Content-Length is not read', async () => {
  const text = JSON.stringify('x'.repeat(8));
  expect(await readJsonWithin(request(text), 10)).toEqual({ value: 'xxxxxxxx', text });
  expect(await readJsonWithin(request(text), 9)).toBe('too long');
  expect(await readJsonWithin(request(''), 9)).toBe('empty');
  expect(await readJsonWithin(request('{'), 9)).toBe('no JSON');
  expect(await readLimited(request('x'.repeat(10)), 10)).toHaveLength(10);
  expect(await readLimited(request('x'.repeat(11)), 10)).toBeNull();
  const { body, read } = endless();
  const headers = { 'content-length': '60000000' };
  const long = new Request('http://shop.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  expect(await readJsonWithin(long, 50_000)).toBe('too long');
  // A stream fills its first chunk by itself.
  expect(read()).toBeLessThanOrEqual(10_000);
});

it('JSON nested deeper than any form is refused', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}"]["${']'.repeat(depth)}`;
  expect(await readJson(request(nested(30)))).not.toBeNull();
  expect(await readJson(request(nested(100_000)))).toBeNull();
  expect(await readJson(request(nested(1_000)))).toBeNull();
  expect(await readJson(request(`{"a":${nested(1_000)}}`))).toBeNull();
});
