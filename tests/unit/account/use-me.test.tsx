// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { knownMeId } from '@/lib/account/identity/known-me';
import type { MeAnswer } from '@/lib/account/identity/me-answer';
import { type Relation, readAsked } from '@/lib/account/identity/relation';
import type { Me } from '@/lib/account/types';

const ana: Me = {
  id: 'ana',
  displayName: 'Ana',
  username: 'ana',
  avatarUrl: '',
  role: 'user',
  secondFactor: 'none',
  club: false,
  uncoins: 0,
  reputation: 'buena',
  bannedUntil: null,
  banReason: null,
  unread: 3,
  favorites: 2,
  following: [{ id: 'c9', displayName: 'Nueve', avatarUrl: '' }],
};
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [one, two, three] = [id(1), id(2), id(3)];

/** The server's data, and the calls without a response. */
const has: Relation = { owned: [], favoriteIds: [], libraryIds: [], followingIds: [] };
type Call = { url: string; answer: (change?: Partial<Me>) => Promise<void>; fail: () => Promise<void> };
let calls: Call[] = [];

/** Reloads the modules of the signed-in person for each test. */
const readModules = async () => ({
  ...(await import('@/components/account/use-me')),
  ...(await import('@/components/account/me/refresh')),
  ...(await import('@/components/account/me/optimistic-changes')),
});
let store: Awaited<ReturnType<typeof readModules>>;
let root: Root;
let main: HTMLElement;

/** The answer describes the moment of the call, as that of a real server does. */
function ask(url: string): Promise<Response> {
  const { searchParams } = new URL(url, 'http://shop');
  const asked = readAsked(searchParams);
  const relation: Relation = {
    owned: has.owned.filter(({ productId }) => asked.owned.includes(productId)),
    favoriteIds: has.favoriteIds.filter((product) => asked.favorites.includes(product)),
    libraryIds: has.libraryIds.filter((product) => asked.favorites.includes(product)),
    followingIds: has.followingIds.filter((creator) => asked.following.includes(creator)),
  };
  return new Promise((resolve, reject) => {
    const flush = (work: () => void) => act(async () => work());
    calls.push({
      url,
      answer: (change) => {
        const answer: MeAnswer = {
          status: 'user',
          user: { ...ana, ...change, ...relation },
        };
        return flush(() => resolve(Response.json(answer)));
      },
      fail: () => flush(() => reject(new TypeError('no connection'))),
    });
  });
}

const stateText = (value: boolean | undefined) => (value === undefined ? 'unknown' : value ? 'saved' : 'not');

function Heart({ product }: { product: string }) {
  const saved = store.useKnown(({ favorites }) => favorites[product]);
  return <i data-favorites={product}>{stateText(saved)}</i>;
}
function Mark({ product }: { product: string }) {
  const owned = store.useKnown(({ library }) => library[product]);
  return <i data-favorites={product}>{owned === undefined ? 'unknown' : owned ? 'owned' : 'not'}</i>;
}
function Follow({ creator }: { creator: string }) {
  return <i data-following={creator}>{stateText(store.useKnown(({ following }) => following[creator]))}</i>;
}
function Owner({ product }: { product: string }) {
  return <i data-owned={product}>{store.useKnown(({ owned }) => owned[product])?.length ?? 'unknown'}</i>;
}
function Person() {
  const state = store.useMe();
  if (state.status !== 'user') return <b>{state.status}</b>;
  const { favorites, unread, following } = state.me;
  return <b>{`${favorites} saved, ${unread} unread, ${following.map((creator) => creator.id).join()}`}</b>;
}

const show = (page: React.ReactNode) => act(async () => root.render(page));
const does = <Value,>(work: () => Value) => act(async () => work());
const text = () => [...main.querySelectorAll('b, i')].map((element) => element.textContent).join(' | ');
const last = () => calls.at(-1) as Call;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', vi.fn(ask));
  vi.resetModules();
  store = await readModules();
  calls = [];
  Object.assign(has, { owned: [], favoriteIds: [], libraryIds: [], followingIds: [] });
  localStorage.clear();
  main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('one call returns the person and the relations of the whole page', async () => {
  has.favoriteIds = [two, three];
  has.owned = [{ orderId: 'o', productId: one, editionId: null, isLent: false }];
  has.followingIds = ['another'];
  await show(
    <>
      <Person />
      <Owner product={one} />
      <Heart product={one} />
      <Heart product={two} />
      <Heart product={two} />
      <Follow creator={three} />
    </>,
  );
  expect(text()).toBe('loading | unknown | unknown | unknown | unknown | unknown');
  expect(calls.map(({ url }) => url)).toEqual([`/api/me?owned=${one}&favorites=${one},${two}&following=${three}`]);
  await last().answer();
  expect(text()).toBe('2 saved, 3 unread, c9 | 1 | not | saved | saved | not');
  expect(calls).toHaveLength(1);
});

test('one call returns the library products of a page, and another one follows a purchase', async () => {
  has.libraryIds = [one];
  await show(
    <>
      <Mark product={one} />
      <Mark product={two} />
    </>,
  );
  await last().answer();
  expect([calls.length, text()]).toEqual([1, 'owned | not']);
  has.libraryIds = [one, two];
  await does(() => void store.refreshOwned());
  expect(text()).toBe('unknown | unknown');
  await last().answer();
  expect([calls.length, text()]).toEqual([2, 'owned | owned']);
});

test('a page without relations requests none, and an inert component requests nothing', async () => {
  main.inert = true;
  main.setAttribute('inert', '');
  await show(<Heart product={one} />);
  expect(calls.map(({ url }) => url)).toEqual(['/api/me']);
  await last().answer();
  expect([calls.length, text()]).toEqual([1, 'unknown']);
});

test('navigation requests the new page’s ids once, and going back requests nothing', async () => {
  has.favoriteIds = [two];
  await show(<Heart product={one} />);
  await last().answer();
  await show([<Heart key="2" product={two} />, <Heart key="3" product={three} />, <Person key="p" />]);
  expect(text()).toBe('unknown | unknown | 2 saved, 3 unread, c9');
  expect(calls.map(({ url }) => url).slice(1)).toEqual([`/api/me?favorites=${two},${three}`]);
  await last().answer();
  expect(text()).toBe('saved | not | 2 saved, 3 unread, c9');
  await show(<Heart key="1" product={one} />);
  expect([text(), calls.length]).toEqual(['not', 2]);
});

test('after a purchase, an earlier page requests ownership again', async () => {
  await show([<Owner key="1" product={one} />, <Heart key="2" product={one} />, <Person key="p" />]);
  await last().answer();
  await show(<Person />);
  has.owned = [{ orderId: 'o', productId: one, editionId: null, isLent: false }];
  // The purchase ends on a page that shows nothing of the product.
  await does(() => void store.refreshOwned());
  await last().answer({ uncoins: 5 });
  await show([<Owner key="1" product={one} />, <Heart key="2" product={one} />]);
  expect(calls.slice(1).map(({ url }) => url)).toEqual(['/api/me', `/api/me?owned=${one}&favorites=${one}`]);
  expect(text()).toBe('unknown | not');
  await last().answer();
  expect(text()).toBe('1 | not');
});

test('a response from before a purchase does not set later ownership', async () => {
  await show([<Owner key="1" product={one} />]);
  await last().answer();
  void store.refreshMe();
  const before = last();
  await show(<Person />);
  has.owned = [{ orderId: 'o', productId: one, editionId: null, isLent: false }];
  await does(() => void store.refreshOwned());
  await before.answer();
  await last().answer();
  await show([<Owner key="1" product={one} />]);
  await last().answer();
  expect(text()).toBe('1');
});

test('a component that changes its product requests the new one, even before the first response', async () => {
  has.favoriteIds = [two];
  await show(<Heart product={one} />);
  await show(<Heart product={two} />);
  await last().answer();
  expect(calls.map(({ url }) => url)).toEqual([`/api/me?favorites=${one}`, `/api/me?favorites=${two}`]);
  await last().answer();
  expect(text()).toBe('saved');
});

test('ids beyond the limit of a call are requested in several', async () => {
  const many = Array.from({ length: 130 }, (_, number) => id(number));
  has.favoriteIds = [many[129] as string];
  await show(many.map((product) => <Heart key={product} product={product} />));
  await last().answer();
  await last().answer();
  expect(calls.map(({ url }) => url.split(',').length)).toEqual([120, 120]);
  expect(text().replaceAll('not | ', '')).toBe('saved');
});

test('a page with embedded person and relations requests nothing', async () => {
  document.body.insertAdjacentHTML(
    'afterbegin',
    `<script type="application/json" id="${knownMeId}">${JSON.stringify(ana)}</script><i data-known hidden></i><i data-known hidden></i>`,
  );
  const [first, second] = document.querySelectorAll<HTMLElement>('[hidden]');
  Object.assign(first?.dataset ?? {}, {
    known: JSON.stringify({ owned: {}, favorites: { [one]: true }, library: { [one]: false }, following: {} }),
  });
  Object.assign(second?.dataset ?? {}, {
    known: JSON.stringify({ owned: {}, favorites: { [two]: false }, library: { [two]: false }, following: {} }),
  });
  await show([<Heart key="1" product={one} />, <Heart key="2" product={two} />]);
  expect([text(), calls.length]).toEqual(['saved | not', 0]);
  // A later change is newer than the data embedded in the page.
  await does(() => store.showFavorite(one, false).keep());
  Object.assign(second?.dataset ?? {}, {
    known: JSON.stringify({
      owned: {},
      favorites: { [one]: true, [three]: true },
      library: { [one]: false, [three]: false },
      following: {},
    }),
  });
  await show([<Heart key="1" product={one} />, <Heart key="3" product={three} />]);
  expect([text(), calls.length]).toEqual(['not | saved', 0]);
});

test('a change is shown at once with its count, and undone if it fails', async () => {
  has.favoriteIds = [one];
  await show([
    <Person key="p" />,
    <Heart key="1" product={one} />,
    <Heart key="2" product={two} />,
    <Follow key="3" creator={three} />,
  ]);
  await last().answer();
  const shown = await does(() => store.showFavorite(two, true));
  const other = await does(() => store.showFavorite(one, false));
  const third = await does(() => store.showFavorite(three, true));
  expect(text()).toBe('3 saved, 3 unread, c9 | not | saved | not');
  await does(third.keep);
  await does(other.keep);
  // The first one fails after the others succeeded: only it is undone, and the data is refetched.
  has.favoriteIds = [three];
  await does(shown.undo);
  expect(text()).toMatch(/\| not \| not \| not$/);
  expect(calls).toHaveLength(2);
  await last().answer({ favorites: 2 });

  const follow = await does(() => store.showFollowing({ id: three, displayName: 'Tres', avatarUrl: '' }, true));
  expect(text()).toContain(`${three},c9 | not | not | saved`);
  await does(follow.undo);
  expect(text()).toBe('2 saved, 3 unread, c9 | not | not | not');
  expect(calls).toHaveLength(2);
});

test('a response from before a change does not undo it: data is refetched after the change', async () => {
  await show([<Person key="p" />, <Heart key="1" product={one} />]);
  await last().answer();
  void store.refreshMe();
  const shown = await does(() => store.showFavorite(one, true));
  await last().answer();
  expect(text()).toBe('3 saved, 3 unread, c9 | saved');
  expect(calls).toHaveLength(2);
  has.favoriteIds = [one];
  await does(shown.keep);
  expect(calls).toHaveLength(3);
  await last().answer({ favorites: 3 });
  expect(text()).toBe('3 saved, 3 unread, c9 | saved');

  void store.refreshMe();
  await does(() => store.patchMe({ unread: 0 }));
  await last().answer();
  expect(text()).toBe('3 saved, 0 unread, c9 | saved');
  await last().answer({ favorites: 3, unread: 0 });
  expect(text()).toBe('3 saved, 0 unread, c9 | saved');
});

test('two concurrent changes of one thing end in the server’s state', async () => {
  await show([<Person key="p" />, <Heart key="1" product={one} />]);
  await last().answer();
  const first = await does(() => store.showFavorite(one, true));
  const second = await does(() => store.showFavorite(one, false));
  expect(text()).toBe('2 saved, 3 unread, c9 | not');
  await does(second.keep);
  has.favoriteIds = [one];
  await does(first.keep);
  expect(calls).toHaveLength(2);
  await last().answer({ favorites: 3 });
  expect(text()).toBe('3 saved, 3 unread, c9 | saved');
});

test('a late response does not replace a newer one, but adds ids that nothing else has requested', async () => {
  has.favoriteIds = [two];
  await show([<Person key="p" />, <Heart key="1" product={one} />]);
  await last().answer();
  await show([<Person key="p" />, <Heart key="2" product={two} />]);
  const older = last();
  void store.refreshMe();
  await last().answer({ unread: 7 });
  await older.answer({ unread: 1 });
  expect(text()).toBe('2 saved, 7 unread, c9 | saved');
  expect(calls).toHaveLength(3);
});

test('a known person stays known during an outage, and an unknown one is requested again', async () => {
  vi.useFakeTimers();
  has.favoriteIds = [two];
  await show(<Heart product={one} />);
  await last().answer();
  await show([<Person key="p" />, <Heart key="2" product={two} />]);
  await last().fail();
  expect(text()).toBe('2 saved, 3 unread, c9 | unknown');
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(calls).toHaveLength(3);
  await last().answer();
  expect(text()).toBe('2 saved, 3 unread, c9 | saved');
});

test('a change for an unknown account requests the person', async () => {
  await show(<Person />);
  await last().fail();
  expect(text()).toBe('unavailable');
  const shown = await does(() => store.showFavorite(one, true));
  await does(shown.keep);
  expect(calls).toHaveLength(2);
  await last().answer();
  expect(text()).toBe('2 saved, 3 unread, c9');
});
