import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestKey } from '@/lib/payments/request-key';

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
};

test('equal parameters have equal keys in any order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (parameters) => {
      expect(requestKey('pago:1', shuffled(parameters))).toBe(requestKey('pago:1', parameters));
    }),
  );
});

test('other parameters or another purpose have another key', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(!isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))));
      expect(requestKey('pago:1', { said: one })).not.toBe(requestKey('pago:1', { said: other }));
    }),
  );
  expect(requestKey('pago:1', {})).not.toBe(requestKey('pago:2', {}));
  expect(requestKey('x', { a: [['b', 1]] })).not.toBe(requestKey('x', { a: { b: 1 } }));
  expect(requestKey('x', { a: [] })).not.toBe(requestKey('x', { a: {} }));
});

test('omitted parameters equal undefined ones', () => {
  expect(requestKey('x', { a: 1, b: undefined })).toBe(requestKey('x', { a: 1 }));
});

test('a key is short enough for Stripe (255) and PayPal (108)', () => {
  expect(requestKey(`pago:${crypto.randomUUID()}`, { text: 'x'.repeat(10_000) }).length).toBeLessThanOrEqual(108);
});
