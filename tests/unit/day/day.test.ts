import { expect, test } from 'vitest';
import { dayInSpain } from '@/lib/core/day';

test.each([
  ['2026-01-31T22:59:59Z', '2026-01-31'],
  ['2026-01-31T23:00:00Z', '2026-02-01'],
  ['2026-07-31T21:59:59Z', '2026-07-31'],
  ['2026-07-31T22:00:00Z', '2026-08-01'],
  ['2026-03-29T00:59:59Z', '2026-03-29'],
  ['2026-10-25T22:59:59Z', '2026-10-25'],
])('%s is on %s in Spain', (moment, day) => {
  expect(dayInSpain(new Date(moment))).toBe(day);
});
