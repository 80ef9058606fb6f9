import type { ProductCardData } from './types';

/**
 * Recommended products: the most viewed ones that the neighbouring sections do not show.
 *
 * @param trending the most viewed; a section shows the first three
 * @param newest the newest; a section shows the first three
 */
export function recommendedOf(
  trending: ProductCardData[],
  newest: ProductCardData[],
  count: number,
): ProductCardData[] {
  const shown = new Set([...trending.slice(0, 3), ...newest.slice(0, 3)].map(({ id }) => id));
  return trending.filter(({ id }) => !shown.has(id)).slice(0, count);
}
