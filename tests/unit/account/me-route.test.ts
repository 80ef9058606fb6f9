import { beforeEach, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { accountRow } from './account-row.ts';

const findRowWith = vi.hoisted(() => vi.fn());
vi.mock('@/lib/account/server', () => ({ findRowWith }));
const { GET } = await import('@/app/api/me/route');

const ask = (question = '') => GET(new Request(`http://shop/api/me${question}`));
const relacion = { adquiridos: [], favoritos: ['one'], en_biblioteca: ['two'], siguiendo_ids: [] };
const ana = { ...accountRow, avatar_url: '/default-avatar.webp', uncoins: 5, avisos: 2, favoritos: 1, relacion };
const user = {
  id: 'ana',
  displayName: 'Ana',
  username: 'ana',
  avatarUrl: '/default-avatar.webp',
  role: 'user',
  secondFactor: 'none',
  club: false,
  uncoins: 5,
  reputation: 'buena',
  bannedUntil: null,
  banReason: null,
  unread: 2,
  favorites: 1,
  following: [],
  owned: [],
  favoriteIds: ['one'],
  libraryIds: ['two'],
  followingIds: [],
};
const people: Array<[status: string, row: object | null, user: object | null]> = [
  ['guest', null, null],
  ['user', ana, user],
  ['banned', { ...ana, banned_until: '2999-01-01' }, null],
  ['halfway', { ...ana, mfa_pendiente: true }, null],
];
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

beforeEach(() => {
  findRowWith.mockReset();
});

it.each(people)('a caller is identified as %s, and the response is not cached', async (status, row, user) => {
  findRowWith.mockResolvedValue(row);
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([200, { status, user }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('an outage does not turn a person into a guest', async () => {
  findRowWith.mockRejectedValue(new ServiceUnavailable('away'));
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', user: null }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it("the route queries the valid ids of its address, up to a page's number", async () => {
  findRowWith.mockResolvedValue(null);
  const many = Array.from({ length: 200 }, (_, number) => id(number));
  await ask(`?owned=${many.join(',')},x&favorites=x,${many.join(',')}&following=,${id(7)},'--`);
  expect(findRowWith).toHaveBeenCalledWith({
    owned: many.slice(0, 40),
    favorites: many.slice(0, 120),
    following: [id(7)],
  });
  await ask();
  expect(findRowWith).toHaveBeenLastCalledWith({ owned: [], favorites: [], following: [] });
});
