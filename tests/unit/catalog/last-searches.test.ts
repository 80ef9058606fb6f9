// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetSearches, keepSearch, lastSearches } from '@/components/nav/last-searches';

beforeEach(() => localStorage.clear());

it('keeps the last five searches, newest first, each once', () => {
  expect(lastSearches()).toEqual([]);
  for (const text of ['lag', 'Fragua', 'dragón', 'LAG', 'mapa', 'skin', 'torre']) keepSearch(text);
  expect(lastSearches()).toEqual(['torre', 'skin', 'mapa', 'LAG', 'dragón']);
});

it('forgets them, and leaves nothing in the browser', () => {
  keepSearch('lag');
  forgetSearches();
  expect(lastSearches()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

it.each(['{', '"lag"', '{"0":"lag"}', '[1,null,["x"]]'])(
  'reads nothing from %j, which somebody has written',
  (kept) => {
    localStorage.setItem('searches', kept);
    expect(lastSearches()).toEqual([]);
  },
);

it('works where the browser stores nothing', () => {
  const blocked = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  expect(lastSearches()).toEqual([]);
  expect(() => keepSearch('lag')).not.toThrow();
  blocked.mockRestore();
});
