import { describe, expect, test } from 'vitest';
import { conversionOf, parseProductView, productColumns } from '@/lib/creators/sort';
import type { CreatorProduct } from '@/lib/creators/types';

const first = { sort: 'views', descending: true, status: null, page: 1 };

describe('the view of a creator’s products', () => {
  test.each(productColumns)('is ordered by %s in both directions', (sort) => {
    expect(parseProductView({ orden: sort })).toEqual({ ...first, sort, descending: false });
    expect(parseProductView({ orden: `-${sort}` })).toEqual({ ...first, sort, descending: true });
  });
  test.each([undefined, '', 'x', 'x-name', '--name', '-', ['name', 'views']])(
    'starts with the most viewed for %j',
    (orden) => expect(parseProductView({ orden })).toEqual(first),
  );
  test.each([
    ['approved', 'approved'],
    ['pending', 'pending'],
    ['x', null],
    [undefined, null],
  ])('with the status %s is filtered by %s', (estado, status) =>
    expect(parseProductView({ estado })).toEqual({ ...first, status }),
  );
  test.each([
    ['3', 3],
    ['2.9', 2],
    ['1', 1],
    ['0', 1],
    ['-5', 1],
    ['x', 1],
    ['10000', 10_000],
    ['10001', 10_000],
    ['Infinity', 10_000],
    [undefined, 1],
  ])('for the page parameter %s shows page %i', (pagina, page) =>
    expect(parseProductView({ pagina })).toEqual({ ...first, page }),
  );
});

test.each([
  [0, 0, null],
  [0, 3, null],
  [10, 0, 0],
  [10, 4, 0.4],
])('the conversion of %i views and %i orders is %s', (recentViews, recentOrders, share) =>
  expect(conversionOf({ recentViews, recentOrders } as CreatorProduct)).toBe(share),
);
