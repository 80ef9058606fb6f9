import type { ProductCardData } from './types';

/**
 * What the shop recommends: the most visited that the sections beside it do not show. The home page shows some of those
 * that the page with all of them shows.
 *
 * @param trending the most visited; a section of the page shows the first three
 * @param newest the newest; a section of the page shows the first three
 */
export function recommendedOf(
  trending: ProductCardData[],
  newest: ProductCardData[],
  count: number,
): ProductCardData[] {
  const shown = new Set([...trending.slice(0, 3), ...newest.slice(0, 3)].map(({ id }) => id));
  return trending.filter(({ id }) => !shown.has(id)).slice(0, count);
}
