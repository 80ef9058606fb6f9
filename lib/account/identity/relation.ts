import type { OwnedItem } from '@/lib/account/types';

/**
 * The ids that a page asks about for the signed-in person: products they may own or have saved, creators they may follow.
 */
export type Asked = { owned: string[]; favorites: string[]; following: string[] };

/** The answer: which of the products the person owns or has saved, and which of the creators they follow. */
export type Relation = { owned: OwnedItem[]; favoriteIds: string[]; followingIds: string[] };

/** The answers so far, by id. An id without an entry has not been asked about. */
export type Known = {
  owned: Record<string, OwnedItem[]>;
  favorites: Record<string, boolean>;
  following: Record<string, boolean>;
};

/** The most ids in one request, so that address and answer stay short. The database reads no more either. */
export const mostAsked = { owned: 10, favorites: 120, following: 10 } as const;

export const askNothing: Asked = { owned: [], favorites: [], following: [] };

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the ids from an address that `questionOf` has written, without what is no id and what is above `mostAsked`. */
export function readAsked(parameters: URLSearchParams): Asked {
  const ids = (kind: keyof Asked) =>
    (parameters.get(kind) ?? '')
      .split(',')
      .filter((id) => uuid.test(id))
      .slice(0, mostAsked[kind]);
  return { owned: ids('owned'), favorites: ids('favorites'), following: ids('following') };
}

/** The query of `/api/me` that asks for these ids, with its `?`; empty if there are none. */
export function questionOf(asked: Asked): string {
  const parts = Object.entries(asked).flatMap(([kind, ids]) => (ids.length > 0 ? [`${kind}=${ids.join(',')}`] : []));
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The answer by id. Every id that was asked for has an entry, even if the person has nothing to do with it. */
export function knownOf(asked: Asked, { owned, favoriteIds, followingIds }: Relation): Known {
  const answers = <Value>(ids: string[], value: (id: string) => Value) =>
    Object.fromEntries(ids.map((id) => [id, value(id)]));
  return {
    owned: answers(asked.owned, (id) => owned.filter(({ productId }) => productId === id)),
    favorites: answers(asked.favorites, (id) => favoriteIds.includes(id)),
    following: answers(asked.following, (id) => followingIds.includes(id)),
  };
}

/** Merges two sets of answers; the second wins where both have an id. */
export const withKnown = (one: Known, other: Known): Known => ({
  owned: { ...one.owned, ...other.owned },
  favorites: { ...one.favorites, ...other.favorites },
  following: { ...one.following, ...other.following },
});

export const nothingKnown: Known = { owned: {}, favorites: {}, following: {} };
