import { expect, test } from 'vitest';
import {
  isAnswered,
  knownOf,
  mostAsked,
  nothingKnown,
  questionOf,
  readAsked,
  withKnown,
} from '@/lib/account/identity/relation';
import type { OwnedItem } from '@/lib/account/types';

const id = (n: number) => `0b8f3c0e-2f0a-4c55-9a43-${n.toString(16).padStart(12, '0')}`;
const ids = (count: number) => Array.from({ length: count }, (_, n) => id(n));
const asked = (query: string) => readAsked(new URLSearchParams(query));

test('the question of a page is read back from its query', () => {
  const question = { owned: [id(1)], favorites: [id(1), id(2)], following: [id(3)] };
  expect(asked(questionOf(question))).toEqual(question);
  const some = { owned: [], favorites: [id(2)], following: [] };
  expect(questionOf(some)).toBe(`?favorites=${id(2)}`);
  expect(asked(questionOf(some))).toEqual(some);
  expect(questionOf(asked(''))).toBe('');
});

test.each(['x', '', `${id(1)}0`, `0${id(1)}`, id(1).replaceAll('-', ''), id(1).replace('0b8f3c0e', '0b8f3c0g')])(
  '«%s» is no id to ask about',
  (odd) => expect(asked(`owned=${odd},${id(2)}`).owned).toEqual([id(2)]),
);

test.each(['owned', 'favorites', 'following'] as const)('a page asks about a limited number of ids: %s', (kind) =>
  expect(asked(`${kind}=${ids(200).join(',')}`)[kind]).toEqual(ids(mostAsked[kind])),
);

test('every id of a question has an answer of its own', () => {
  const item = (productId: string) => ({ productId, orderId: `order of ${productId}` }) as OwnedItem;
  const question = { owned: [id(1), id(2)], favorites: [id(1), id(2)], following: [id(3), id(4)] };
  const answer = {
    owned: [item(id(2)), item(id(9)), item(id(2))],
    favoriteIds: [id(1)],
    libraryIds: [id(2)],
    followingIds: [id(4)],
  };
  expect(knownOf(question, answer)).toEqual({
    owned: { [id(1)]: [], [id(2)]: [item(id(2)), item(id(2))] },
    favorites: { [id(1)]: true, [id(2)]: false },
    library: { [id(1)]: false, [id(2)]: true },
    following: { [id(3)]: false, [id(4)]: true },
  });
});

test('a later answer is added to the earlier ones, and replaces the same ids', () => {
  const one = { owned: { a: [] }, favorites: { a: true, b: false }, library: { a: true }, following: { a: true } };
  const other = { owned: { b: [] }, favorites: { b: true }, library: { b: false }, following: { b: false } };
  expect(withKnown(one, other)).toEqual({
    owned: { a: [], b: [] },
    favorites: { a: true, b: true },
    library: { a: true, b: false },
    following: { a: true, b: false },
  });
});

test('a favourite is answered only once the library is answered, too', () => {
  const known = { ...nothingKnown, favorites: { a: false }, following: { a: false } };
  expect(isAnswered(known, 'favorites', 'a')).toBe(false);
  expect(isAnswered({ ...known, library: { a: false } }, 'favorites', 'a')).toBe(true);
  expect(isAnswered(known, 'following', 'a')).toBe(true);
  expect(isAnswered(known, 'owned', 'a')).toBe(false);
});
