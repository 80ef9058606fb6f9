import { beforeEach, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';

const findMeWith = vi.hoisted(() => vi.fn());
vi.mock('@/lib/account/server', () => ({ findMeWith }));
const { GET } = await import('@/app/api/me/route');

const ask = (question = '') => GET(new Request(`http://shop/api/me${question}`));
const relation = { owned: [], favoriteIds: ['one'], followingIds: [] };
const ana = { id: 'ana', displayName: 'Ana', bannedUntil: null, secondFactor: 'none' };

beforeEach(() => {
  findMeWith.mockReset();
});

it.each([
  ['guest', null, null],
  ['user', ana, { ...ana, ...relation }],
  ['banned', { ...ana, bannedUntil: '2999-01-01' }, null],
  ['halfway', { ...ana, secondFactor: 'pending' }, null],
])('who asks is told that they are a %s, and no cache keeps it', async (status, me, user) => {
  findMeWith.mockResolvedValue(me && { me, relation });
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([200, { status, user }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('nobody is a guest because the service is away', async () => {
  findMeWith.mockRejectedValue(new ServiceUnavailable('away'));
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', user: null }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('asks for the products and creators that the address names, as many as a page shows, and for nothing that is no id', async () => {
  findMeWith.mockResolvedValue(null);
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const many = Array.from({ length: 200 }, (_, number) => id(number));
  await ask(`?owned=${many.join(',')},x&favorites=x,${many.join(',')}&following=,${id(7)},'--`);
  expect(findMeWith).toHaveBeenCalledWith({
    owned: many.slice(0, 10),
    favorites: many.slice(0, 120),
    following: [id(7)],
  });
  await ask();
  expect(findMeWith).toHaveBeenLastCalledWith({ owned: [], favorites: [], following: [] });
});
