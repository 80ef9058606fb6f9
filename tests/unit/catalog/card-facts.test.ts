import { expect, test } from 'vitest';
import { buyersAtLeast, cardRating, versionSpan } from '@/lib/catalog/card-facts';

test('a rating is shown from three ratings on', () => {
  expect(cardRating(null, 0)).toBeNull();
  expect(cardRating(5, 2)).toBeNull();
  expect(cardRating(4.5, 3)).toEqual({ average: 4.5, count: 3 });
});

test.each([
  [0, null],
  [9, null],
  [10, 10],
  [24, 10],
  [99, 50],
  [1_234, 1_000],
  [3_000_000, 100_000],
])('%i buyers are shown as %j', (buyers, shown) => {
  expect(buyersAtLeast(buyers)).toBe(shown);
});

test.each([
  [[], null],
  [['1.21'], '1.21'],
  [['1.21.4', '1.8', '1.16.5'], '1.8 – 1.21.4'],
  [['1.21.1', '1.21'], '1.21 – 1.21.1'],
])('the versions %j are shown as %j', (versions, shown) => {
  expect(versionSpan(versions)).toBe(shown);
});
