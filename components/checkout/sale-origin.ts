import { lastVisited, readVisits } from '@/components/catalog/product/visits';
import { type Origin, originOf } from '@/lib/catalog/sale-source';

/**
 * Where this tab found what is bought; null if unknown. The last visit counts whose source is known; an address that was
 * typed replaces no other. A bundle was found with the last product that was seen.
 *
 * @param slug of the product; null for a bundle
 */
export function readOrigin(slug: string | null): Origin | null {
  const found = slug ?? lastVisited();
  if (!found) return null;
  const origins = readVisits(found).flatMap((visit) => originOf({ slug: found, ...visit }) ?? []);
  return origins.findLast(({ fuente }) => fuente !== 'directo') ?? origins.at(-1) ?? null;
}
