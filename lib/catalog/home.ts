import { recommendedOf } from './recommended';
import type { ProductCardData } from './types';

const perRow = 3;

type Lists = {
  /** Featured products in their order. */
  featured: ProductCardData[] | null;
  /** The most viewed; null, like the others, if it could not be read. */
  trending: ProductCardData[] | null;
  newest: ProductCardData[] | null;
};

/** The first three of a list, preferring products that are not shown yet, so that a row is always complete. */
function rowOf(list: ProductCardData[], shown: ProductCardData[]): ProductCardData[] {
  const has = new Set(shown.map(({ id }) => id));
  const fresh = list.filter(({ id }) => !has.has(id));
  return [...fresh, ...list.filter(({ id }) => has.has(id))].slice(0, perRow);
}

/**
 * Composes the home page: one large product and rows of three. The most viewed products fill up the featured ones, and
 * no product appears twice above the newest.
 */
export function homeOf({ featured, trending, newest }: Lists) {
  const most = trending ?? [];
  const hero = featured?.[0] ?? most[0];
  const heroes = hero ? [hero] : [];
  const others = (list: ProductCardData[]) => list.filter(({ id }) => id !== hero?.id);
  const picked = others(featured ?? []);
  const pickedIds = new Set(picked.map(({ id }) => id));
  const featuredRow = picked.length === 0 ? [] : [...picked, ...others(most).filter(({ id }) => !pickedIds.has(id))];
  const first = featuredRow.slice(0, perRow);
  const second = rowOf(most, [...heroes, ...first]);
  const third = (newest ?? []).slice(0, perRow);
  const recommended = rowOf(recommendedOf(most, newest ?? [], perRow), [...heroes, ...first, ...second, ...third]);
  return {
    hero,
    /** True if the team has chosen the large product. */
    isPicked: hero !== undefined && hero === featured?.[0],
    featured: first,
    trending: trending && second,
    newest: newest && third,
    recommended: trending && recommended,
  };
}
