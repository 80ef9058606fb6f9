// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetSearches, keepSearch, lastSearches } from '@/components/nav/last-searches';

beforeEach(() => localStorage.clear());

it('the last five searches are kept, newest first and unique', () => {
  expect(lastSearches()).toEqual([]);
  for (const text of ['lag', 'Fragua', 'dragón', 'LAG', 'mapa', 'skin', 'torre']) keepSearch(text);
  expect(lastSearches()).toEqual(['torre', 'skin', 'mapa', 'LAG', 'dragón']);
});

it('deleted searches leave nothing in the browser', () => {
  keepSearch('lag');
  forgetSearches();
  expect(lastSearches()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

it.each(['{', '"lag"', '{"0":"lag"}', '[1,null,["x"]]'])('invalid stored searches are ignored: %j', (kept) => {
  localStorage.setItem('searches', kept);
  expect(lastSearches()).toEqual([]);
});

it('searches are optional where the browser blocks storage', () => {
  const blocked = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  expect(lastSearches()).toEqual([]);
  expect(() => keepSearch('lag')).not.toThrow();
  blocked.mockRestore();
});
