import { describe, expect, test } from 'vitest';
import { parseBefore } from '@/lib/core/http/page';

describe('the cursor of a list page', () => {
  test.each([
    ['1', 1],
    ['0042', 42],
    ['999999999999999', 999_999_999_999_999],
  ])('%s is valid', (text, id) => {
    expect(parseBefore(text)).toBe(id);
  });

  test.each([
    undefined,
    null,
    '',
    ' 1',
    '1.5',
    '-1',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '1000000000000000',
    ['1', '2'],
    7,
  ])('%j is invalid', (given) => {
    expect(parseBefore(given)).toBeNull();
  });
});
