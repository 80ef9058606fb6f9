import { beforeEach, expect, it, vi } from 'vitest';
import { ServiceUnavailable } from '@/lib/core/unavailable';

const getMeOrBanned = vi.hoisted(() => vi.fn());
vi.mock('@/lib/account/server', () => ({ getMeOrBanned }));
const { GET } = await import('@/app/api/me/route');

const ana = { id: 'ana', displayName: 'Ana', bannedUntil: null, secondFactor: 'none' };

beforeEach(() => {
  getMeOrBanned.mockReset();
});

it.each([
  ['guest', null, null],
  ['user', ana, ana],
  ['banned', { ...ana, bannedUntil: '2999-01-01' }, null],
  ['halfway', { ...ana, secondFactor: 'pending' }, null],
])('who asks is told that they are a %s, and no cache keeps it', async (status, me, user) => {
  getMeOrBanned.mockResolvedValue(me);
  const answer = await GET();
  expect([answer.status, await answer.json()]).toEqual([200, { status, user }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('nobody is a guest because the service is away', async () => {
  getMeOrBanned.mockRejectedValue(new ServiceUnavailable('away'));
  const answer = await GET();
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', user: null }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});
