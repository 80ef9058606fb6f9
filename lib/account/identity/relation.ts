import type { OwnedItem } from '@/lib/account/types';

/**
 * Ids that a page asks about: products whose licences it needs (`owned`), products that it shows, which the person may
 * have saved or have in their library (`favorites`), and creators they may follow.
 */
export type Asked = { owned: string[]; favorites: string[]; following: string[] };

/** The answer: licences, saved products, products in the library, and followed creators. */
export type Relation = { owned: OwnedItem[]; favoriteIds: string[]; libraryIds: string[]; followingIds: string[] };

/** All answers so far, by id. Ids without an entry are unknown. */
export type Known = {
  owned: Record<string, OwnedItem[]>;
  favorites: Record<string, boolean>;
  library: Record<string, boolean>;
  following: Record<string, boolean>;
};

/** Maximum ids per request, in the database too. */
export const mostAsked = { owned: 40, favorites: 120, following: 10 } as const;

export const askNothing: Asked = { owned: [], favorites: [], following: [] };

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Parses the ids of a query by `questionOf`, without invalid ids and those above `mostAsked`. */
export function readAsked(parameters: URLSearchParams): Asked {
  const ids = (kind: keyof Asked) =>
    (parameters.get(kind) ?? '')
      .split(',')
      .filter((id) => uuid.test(id))
      .slice(0, mostAsked[kind]);
  return { owned: ids('owned'), favorites: ids('favorites'), following: ids('following') };
}

/** The query of `/api/me` for ids, with its `?`; empty if there are none. */
export function questionOf(asked: Asked): string {
  const parts = Object.entries(asked).flatMap(([kind, ids]) => (ids.length > 0 ? [`${kind}=${ids.join(',')}`] : []));
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The answer by id. Every requested id has an entry. */
export function knownOf(asked: Asked, { owned, favoriteIds, libraryIds, followingIds }: Relation): Known {
  const answers = <Value>(ids: string[], value: (id: string) => Value) =>
    Object.fromEntries(ids.map((id) => [id, value(id)]));
  return {
    owned: answers(asked.owned, (id) => owned.filter(({ productId }) => productId === id)),
    favorites: answers(asked.favorites, (id) => favoriteIds.includes(id)),
    library: answers(asked.favorites, (id) => libraryIds.includes(id)),
    following: answers(asked.following, (id) => followingIds.includes(id)),
  };
}

/** Merges two sets of answers; the second takes precedence. */
export const withKnown = (one: Known, other: Known): Known => ({
  owned: { ...one.owned, ...other.owned },
  favorites: { ...one.favorites, ...other.favorites },
  library: { ...one.library, ...other.library },
  following: { ...one.following, ...other.following },
});

/** True if an id has its complete answer. */
export const isAnswered = (known: Known, kind: keyof Asked, id: string): boolean =>
  id in known[kind] && (kind !== 'favorites' || id in known.library);

export const nothingKnown: Known = { owned: {}, favorites: {}, library: {}, following: {} };
