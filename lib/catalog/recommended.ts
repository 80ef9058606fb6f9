import type { ProductCardData } from './types';

/**
 * Recommended products: the most viewed ones that the neighbouring sections do not show.
 *
 * @param trending the most viewed, first in their section
 * @param newest the newest, first in their section
 * @param perSection how many products such a section shows
 */
export function recommendedOf(
  trending: ProductCardData[],
  newest: ProductCardData[],
  perSection: number,
): ProductCardData[] {
  const shown = new Set([...trending.slice(0, perSection), ...newest.slice(0, perSection)].map(({ id }) => id));
  return trending.filter(({ id }) => !shown.has(id));
}
