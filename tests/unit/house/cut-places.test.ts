import { beforeEach, expect, it, vi } from 'vitest';
import { parseListFilter } from '@/lib/admin/query';
import { cardName } from '@/lib/catalog/card-name';
import { searchPath, searchText } from '@/lib/core/http/segments';
import { stubEnvironment } from '../environment.ts';

const mocks = vi.hoisted(() => ({ suggest: vi.fn(), searchRecipients: vi.fn() }));
vi.mock('@/lib/catalog/suggestions', () => ({ suggest: mocks.suggest }));
vi.mock('@/lib/checkout/gifts/server', () => ({ searchRecipients: mocks.searchRecipients }));
vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: 'ana' }) }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0, tooManyAttempts: vi.fn() }));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => 'es' }));

stubEnvironment();

beforeEach(() => {
  mocks.suggest.mockReset().mockResolvedValue({ items: [], groups: [] });
  mocks.searchRecipients.mockReset().mockResolvedValue([]);
});

/** A text with a dragon around its place `most`. */
const dragonAt = (most: number) => `${'a'.repeat(most - 1)}🐉🐉`;
const asked = (path: string, q: string) => new Request(`https://shop.example${path}?${new URLSearchParams({ q })}`);

it('texts of requests are truncated between graphemes everywhere', async () => {
  const { GET: suggest } = await import('@/app/api/search/suggest/route');
  await suggest(asked('/api/search/suggest', dragonAt(80)));
  expect(mocks.suggest).toHaveBeenCalledExactlyOnceWith('es', 'a'.repeat(79));
  const { GET: recipients } = await import('@/app/api/recipients/route');
  await recipients(asked('/api/recipients', dragonAt(40)));
  expect(mocks.searchRecipients).toHaveBeenCalledExactlyOnceWith('a'.repeat(39));
  expect(parseListFilter({ q: dragonAt(200) }, []).search).toBe('a'.repeat(199));
  expect(searchText(dragonAt(80))).toBe('a'.repeat(79));
  expect(searchPath(dragonAt(80))).toBe(`/search/${'a'.repeat(79)}`);
  expect(cardName(dragonAt(29))).toBe(`${'a'.repeat(28)}…`);
});
