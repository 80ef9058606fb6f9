import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesFromBase64, textFromBase64, toBase64Url } from '@/lib/core/http/base64url';
import { isShallow, parseJson } from '@/lib/core/http/json';

it('bytes are encoded as Node does, and decoded from either alphabet', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      for (const alphabet of ['base64', 'base64url'] as const)
        expect(bytesFromBase64(Buffer.from(bytes).toString(alphabet))).toEqual(new Uint8Array(bytes));
    }),
  );
});

it.each([8_191, 8_192, 8_193, 100_000])('%i bytes are encoded whole', (length) => {
  const bytes = new Uint8Array(length).map((_, at) => at % 251);
  expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
});

it('text is UTF-8, and no base64 is an error', () => {
  expect(textFromBase64(Buffer.from('Ñandú 😀').toString('base64url'))).toBe('Ñandú 😀');
  expect(() => textFromBase64('%')).toThrow();
});

it('JSON that cannot be read is null', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  for (const text of ['', '{', 'undefined']) expect(parseJson(text)).toBeNull();
});

it.each([0, 1, 49, 50, 51, 1_000])('a value nested %i deep may be exchanged up to fifty', (depth) => {
  for (const wrap of [(inner: unknown) => [inner], (inner: unknown) => ({ x: 1, inner })]) {
    let value: unknown = 'leaf';
    for (let level = 0; level < depth; level += 1) value = wrap(value);
    expect(isShallow(value)).toBe(depth <= 50);
  }
});

it.each([null, 'a', 1, true, undefined, [], {}])('%o is shallow', (value) => expect(isShallow(value)).toBe(true));
