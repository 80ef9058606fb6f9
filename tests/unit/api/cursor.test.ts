import { describe, expect, test } from 'vitest';
import { afterNumber, afterRow, writeCursor } from '@/lib/api/cursor';
import { Refusal } from '@/lib/api/problem';

const at = '2026-11-01T10:00:00.123456+00:00';
const id = '00000000-0000-4000-8000-000000000001';

describe.each([
  ['rows with a uuid', afterRow, id, '7'],
  ['rows with a number', afterNumber, '7', id],
] as const)('a cursor of %s', (_which, read, own, other) => {
  test('is opaque, and continues after its row', () => {
    const cursor = writeCursor(at, own);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(read(cursor)).toEqual({ antes_at: at, antes: own });
  });
  test('is missing on the first page', () => expect(read(undefined)).toEqual({}));
  test.each([
    ['another list', writeCursor(at, other)],
    ['an invalid time', writeCursor('yesterday', own)],
    ['a year before all years', writeCursor('0000-01-01T00:00:00Z', own)],
    ['a time zone beyond all zones', writeCursor('2026-11-01T10:00:00-23:59', own)],
    ['more than a row', writeCursor(at, `${own}_${own}`)],
    ['a time only', Buffer.from(at).toString('base64url')],
    ['nothing', ''],
    ['an invalid encoding', '%%%'],
  ])('of %s is refused', (_what, cursor) => {
    expect(() => read(cursor)).toThrow(Refusal);
    expect(() => read(cursor)).toThrow(
      expect.objectContaining({ code: 'invalid', errors: [{ path: 'cursor', message: expect.any(String) }] }),
    );
  });
});

test('the number in a cursor has at most fifteen digits', () => {
  expect(afterNumber(writeCursor(at, 999_999_999_999_999))).toMatchObject({ antes: '999999999999999' });
  expect(() => afterNumber(writeCursor(at, '1000000000000000'))).toThrow(Refusal);
  expect(() => afterNumber(writeCursor(at, '-1'))).toThrow(Refusal);
});
