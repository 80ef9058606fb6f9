import { readStored, readStoredJson, store, storeJson } from '@/components/ui/browser-storage';

/** A visit of a product: the input of `originOf`, which finds its source. */
export type ProductVisit = { came: string | null; landing: string; from: string };

const lastKey = 'origin';
const keyOf = (slug: string) => `origin:${slug}`;

/** Stores a visit of a product in this tab, for the source of a sale. */
export function keepVisit(slug: string, visit: Omit<ProductVisit, 'came'>): void {
  const came = readStored('came', 'session');
  store('came', null, 'session');
  storeJson(keyOf(slug), [...readVisits(slug), { ...visit, came }].slice(-5), 'session');
  store(lastKey, slug, 'session');
}

/** The last visits of a product in this tab, oldest first. */
export const readVisits = (slug: string): ProductVisit[] =>
  (readStoredJson(keyOf(slug), 'session') as ProductVisit[] | null) ?? [];

/** The product that was viewed last in this tab, or null. */
export const lastVisited = (): string | null => readStored(lastKey, 'session');
