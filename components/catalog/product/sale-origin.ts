import { readStored, readStoredJson, store, storeJson } from '@/components/ui/browser-storage';
import { type Origin, originOf } from '@/lib/catalog/sale-source';

const lastKey = 'origin';
const keyOf = (slug: string) => `origin:${slug}`;

/**
 * Keeps in this tab where the visitor found a product. What is not known, or an address that was typed, replaces nothing
 * that is.
 */
export function keepOrigin(slug: string): void {
  const landing = performance.getEntriesByType('navigation')[0]?.name ?? location.href;
  const came = readStored('came', 'session');
  store('came', null, 'session');
  const origin = originOf({ slug, came, landing, from: document.referrer });
  if (!origin || (origin.fuente === 'directo' && readStored(keyOf(slug), 'session'))) return;
  storeJson(keyOf(slug), origin, 'session');
  storeJson(lastKey, origin, 'session');
}

/**
 * Where this tab found what is bought; null if unknown. A bundle was found with the last product that was seen.
 *
 * @param slug of the product; null for a bundle
 */
export function readOrigin(slug: string | null): Origin | null {
  const kept = slug === null ? readStoredJson(lastKey, 'session') : readStoredJson(keyOf(slug), 'session');
  return kept as Origin | null;
}
