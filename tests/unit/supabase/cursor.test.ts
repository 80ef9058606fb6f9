import { expect, test } from 'vitest';
import { cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { parseQueueFilter, queueAddress } from '@/lib/moderation/queue-filter';

const id = '0b9ff0e7-4f0c-4a3e-9c1f-0d6b1e6f3a11';
const at = '2026-11-25T04:05:06.123456+00:00';

test.each([
  ['the API', at],
  ['the database', '2026-11-25 04:05:06.123456+00'],
])('the time of a cursor can have the format of %s', (_who, moment) => {
  expect(parseCursor(cursorText(moment, id))).toEqual([at, id]);
});

test.each([
  [[1, 2, 3], { shown: [1, 2], next: 'after 2' }],
  [[1, 2], { shown: [1, 2], next: null }],
  [[1], { shown: [1], next: null }],
  [[], { shown: [], next: null }],
])('of the rows %j two are shown, and more follow only after a third', (rows, page) =>
  expect(pageOf(rows, 2, (last) => `after ${last}`)).toEqual(page),
);

test.each([
  undefined,
  null,
  '',
  'mal',
  `1_${id}`,
  `2026-13-25T04:05:06Z_${id}`,
  `0000-11-25T04:05:06Z_${id}`,
  `2026-11-25T04:05:06+16:00_${id}`,
  `${at}_1`,
  `${at}_${id}_1`,
  [`${at}_${id}`],
])('the cursor %j is read as the first page', (text) => {
  expect(parseCursor(text)).toBe(undefined);
  expect(parseQueueFilter({ tras: text as string }).after).toBe(null);
});

test("the address of the queue's next page round-trips", () => {
  const filter = parseQueueFilter({ tipo: 'nueva' });
  const next = new URL(queueAddress(filter, cursorText(at, id)), 'http://shop').searchParams;
  expect(parseQueueFilter(Object.fromEntries(next))).toEqual({ ...filter, after: [at, id] });
});
