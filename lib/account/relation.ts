import type { OwnedItem } from './types';

/** The products and creators of a page, by their ids, of which it shows what the person has to do with them. */
export type Asked = { owned: string[]; favorites: string[]; following: string[] };

/** What the person has to do with what was asked for. */
export type Relation = { owned: OwnedItem[]; favoriteIds: string[]; followingIds: string[] };

/** The same by id; of an id that is missing nothing is known. */
export type Known = {
  owned: Record<string, OwnedItem[]>;
  favorites: Record<string, boolean>;
  following: Record<string, boolean>;
};

/** How many ids are asked for at once, so that the address fits and the answer stays small. The database reads no more. */
export const mostAsked = { owned: 10, favorites: 120, following: 10 } as const;

export const askNothing: Asked = { owned: [], favorites: [], following: [] };

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What an address asks for, as `questionOf` has written it; what is no id is left out, and what is too much. */
export function readAsked(parameters: URLSearchParams): Asked {
  const ids = (kind: keyof Asked) =>
    (parameters.get(kind) ?? '')
      .split(',')
      .filter((id) => uuid.test(id))
      .slice(0, mostAsked[kind]);
  return { owned: ids('owned'), favorites: ids('favorites'), following: ids('following') };
}

/** The end of the address of `/api/me` that asks for this; nothing where nothing is asked. */
export function questionOf(asked: Asked): string {
  const parts = Object.entries(asked).flatMap(([kind, ids]) => (ids.length > 0 ? [`${kind}=${ids.join(',')}`] : []));
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** The answer as a look-up by id: every id that was asked for has an entry, also where the answer is no. */
export function knownOf(asked: Asked, { owned, favoriteIds, followingIds }: Relation): Known {
  const told = <Value>(ids: string[], value: (id: string) => Value) =>
    Object.fromEntries(ids.map((id) => [id, value(id)]));
  return {
    owned: told(asked.owned, (id) => owned.filter(({ productId }) => productId === id)),
    favorites: told(asked.favorites, (id) => favoriteIds.includes(id)),
    following: told(asked.following, (id) => followingIds.includes(id)),
  };
}

/** Both together; where they differ the second holds. */
export const withKnown = (one: Known, other: Known): Known => ({
  owned: { ...one.owned, ...other.owned },
  favorites: { ...one.favorites, ...other.favorites },
  following: { ...one.following, ...other.following },
});

export const nothingKnown: Known = { owned: {}, favorites: {}, following: {} };
