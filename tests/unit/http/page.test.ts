import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test.each([
  'app/[locale]/(account)/profile/notifications/page.tsx',
  'app/[locale]/(shop)/dashboard-admin/announcements/page.tsx',
  'app/[locale]/(shop)/dashboard-admin/cases/page.tsx',
  'components/coins/coin-history.tsx',
  'lib/creators/sales/filter.ts',
])('%s accepts only such cursors in its query', (path) => {
  const source = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  expect(source).toContain('parseBefore(');
  expect(source).not.toMatch(/\bNumber\(/);
});
