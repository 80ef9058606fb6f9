/** Where the order of a person's library is kept in the browser. */
export const orderKey = (userId: string) => `library-order-${userId}`;

/**
 * Puts items into the order that was stored. What is not in it, because it is new, comes first, as it came.
 *
 * @param stored ids of acquisitions; anything else in the storage counts as no order
 */
export function inStoredOrder<Item extends { id: string }>(items: Item[], stored: string | null): Item[] {
  let ids: unknown;
  try {
    ids = JSON.parse(stored ?? '[]');
  } catch {
    return items;
  }
  if (!Array.isArray(ids)) return items;
  const place = new Map(ids.map((id, index) => [id, index]));
  return items.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1));
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether a name contains what was typed, whatever its accents and capitals. */
export const matches = (name: string, typed: string): boolean => plain(name).includes(plain(typed.trim()));
