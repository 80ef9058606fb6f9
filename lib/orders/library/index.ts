import { plain } from '@/lib/core/plain';

/** The storage name under which the browser keeps the order of the library. */
export const orderKey = (userId: string) => `library-order-${userId}`;

/**
 * Sorts items by the stored order. Items that are not in it yet come first, in their own order.
 *
 * @param stored ids of acquisitions; any other value counts as no order
 */
export function inStoredOrder<Item extends { id: string }>(items: Item[], stored: unknown): Item[] {
  if (!Array.isArray(stored)) return items;
  const positions = new Map(stored.map((id, index) => [id, index]));
  return items.toSorted((a, b) => (positions.get(a.id) ?? -1) - (positions.get(b.id) ?? -1));
}

/** True if a name contains the typed text, ignoring accents and case. */
export const matches = (name: string, typed: string): boolean => plain(name).includes(plain(typed.trim()));
