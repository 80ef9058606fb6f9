import { describe, expect, it } from 'vitest';
import { homeOf } from '@/lib/catalog/home';
import type { ProductCardData } from '@/lib/catalog/types';

const cards = (ids: string) => [...ids].map((id) => ({ id }) as ProductCardData);
const idsOf = (list: ProductCardData[] | null) => (list === null ? null : list.map(({ id }) => id).join(''));

/** The rows of the home page as ids. */
function rows(featured: string | null, trending: string | null, newest: string | null) {
  const {
    hero,
    isPicked: _,
    ...lists
  } = homeOf({
    featured: featured === null ? null : cards(featured),
    trending: trending === null ? null : cards(trending),
    newest: newest === null ? null : cards(newest),
  });
  return { hero: hero?.id, ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, idsOf(list)])) };
}

describe('the home page', () => {
  it('shows three featured products after the first one, and none of them among the most visited', () => {
    expect(rows('abcd', 'bxaycz', 'nmo')).toEqual({
      hero: 'a',
      featured: 'bcd',
      trending: 'xyz',
      newest: 'nmo',
      recommended: 'ycz',
    });
  });

  it('fills a row of one or two featured products with the most visited', () => {
    expect(rows('abc', 'xaybzvw', 'nmo')).toMatchObject({ featured: 'bcx', trending: 'yzv' });
    expect(rows('ab', 'xybzvw', 'nmo')).toMatchObject({ featured: 'bxy', trending: 'zvw' });
  });

  it('has no featured row with one product or none', () => {
    expect(rows('a', 'axyzvw', 'nmo')).toMatchObject({ hero: 'a', featured: '', trending: 'xyz' });
    expect(rows('', 'xyzvw', 'nmo')).toMatchObject({ hero: 'x', featured: '', trending: 'yzv' });
  });

  it('shows a product twice rather than an incomplete row in a small shop', () => {
    expect(rows('abc', 'abcd', 'dc')).toMatchObject({ featured: 'bcd', trending: 'abc' });
  });

  it('shows the three newest, and recommends what no other row shows', () => {
    expect(rows('abcd', 'ebfgqrst', 'hijk')).toEqual({
      hero: 'a',
      featured: 'bcd',
      trending: 'efg',
      newest: 'hij',
      recommended: 'qrs',
    });
    expect(rows('a', 'abcdnef', 'nmo')).toMatchObject({ trending: 'bcd', newest: 'nmo', recommended: 'efd' });
  });

  it('recommends none of the featured products while others are left', () => {
    expect(rows('abcd', 'abcdefghij', 'xyz')).toMatchObject({ trending: 'efg', recommended: 'hij' });
  });

  it('begins with the pick of the shop, or with the most visited product', () => {
    const isPicked = (featured: string | null, trending: string | null) =>
      homeOf({
        featured: featured === null ? null : cards(featured),
        trending: trending === null ? null : cards(trending),
        newest: [],
      }).isPicked;
    expect([isPicked('a', 'xyz'), isPicked('a', null)]).toEqual([true, true]);
    expect([isPicked('', 'xyz'), isPicked(null, 'xyz')]).toEqual([false, false]);
  });

  it('distinguishes a failed read from an empty list', () => {
    expect(rows('a', null, null)).toMatchObject({ hero: 'a', featured: '', trending: null, recommended: null });
    expect(rows(null, '', '')).toEqual({ hero: undefined, featured: '', trending: '', newest: '', recommended: '' });
  });
});
