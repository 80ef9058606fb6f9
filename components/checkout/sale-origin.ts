import { lastVisited, readVisits } from '@/components/catalog/product/visits';
import { type Origin, originOf } from '@/lib/catalog/sale-source';

/**
 * The source of this purchase in this tab; null if unknown. The last visit with a known source counts; a typed address
 * does not replace it. The source of a bundle is that of the product viewed last.
 *
 * @param slug of the product; null for a bundle
 */
export function readOrigin(slug: string | null): Origin | null {
  const found = slug ?? lastVisited();
  if (!found) return null;
  const origins = readVisits(found).flatMap((visit) => originOf({ slug: found, ...visit }) ?? []);
  return origins.findLast(({ fuente }) => fuente !== 'directo') ?? origins.at(-1) ?? null;
}
