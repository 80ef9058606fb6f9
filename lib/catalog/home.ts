import { recommendedOf } from './recommended';
import type { ProductCardData } from './types';

const perRow = 3;

type Lists = {
  /** What the shop has picked, in its order. */
  featured: ProductCardData[] | null;
  /** The most visited; null, like the others, where it could not be read. */
  trending: ProductCardData[] | null;
  newest: ProductCardData[] | null;
};

/** The first three of a list, those that are shown already only where there are no others: a row has no hole. */
function rowOf(list: ProductCardData[], shown: ProductCardData[]): ProductCardData[] {
  const has = new Set(shown.map(({ id }) => id));
  const fresh = list.filter(({ id }) => !has.has(id));
  return [...fresh, ...list.filter(({ id }) => has.has(id))].slice(0, perRow);
}

/**
 * What the home page shows: one large product and rows of three. What the shop picks after its first product is filled up
 * with the most visited, and no product stands twice in the rows above the newest.
 */
export function homeOf({ featured, trending, newest }: Lists) {
  const most = trending ?? [];
  const hero = featured?.[0] ?? most[0];
  const heroes = hero ? [hero] : [];
  const others = (list: ProductCardData[]) => list.filter(({ id }) => id !== hero?.id);
  const picked = others(featured ?? []);
  const isPicked = new Set(picked.map(({ id }) => id));
  const featuredRow = picked.length === 0 ? [] : [...picked, ...others(most).filter(({ id }) => !isPicked.has(id))];
  const first = featuredRow.slice(0, perRow);
  const second = rowOf(most, [...heroes, ...first]);
  const third = (newest ?? []).slice(0, perRow);
  const recommended = rowOf(recommendedOf(most, newest ?? [], 2 * perRow), [...heroes, ...first, ...second, ...third]);
  return {
    hero,
    featured: first,
    trending: trending && second,
    newest: newest && third,
    recommended: trending && recommended,
  };
}
