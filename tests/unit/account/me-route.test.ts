import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerMeAhead } from '@/lib/account/identity/me-ahead';
import { ServiceUnavailable } from '@/lib/core/unavailable';

const findRowWith = vi.hoisted(() => vi.fn());
vi.mock('@/lib/account/server', () => ({ findRowWith }));
const findPersonOf = vi.hoisted(() => vi.fn());
vi.mock('@/lib/account/identity/find-person', () => ({ findPersonOf }));
const { GET } = await import('@/app/api/me/route');

const ask = (question = '') => GET(new Request(`http://shop/api/me${question}`));
const relacion = { adquiridos: [], favoritos: ['one'], siguiendo_ids: [] };
const ana = {
  id: 'ana',
  display_name: 'Ana',
  username: 'ana',
  avatar_url: '/default-avatar.webp',
  role: 'user',
  club: false,
  reputacion: 'buena',
  banned_until: null,
  ban_motivo: null,
  mfa_pendiente: false,
  mfa_activa: false,
  aal2: false,
  uncoins: 5,
  avisos: 2,
  favoritos: 1,
  siguiendo: [],
  relacion,
};
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
  findPersonOf.mockReset();
});

it.each(people)('who asks is told that they are a %s, and no cache keeps it', async (status, row, told) => {
  findRowWith.mockResolvedValue(row);
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([200, { status, user: told }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('nobody is a guest because the service is away', async () => {
  findRowWith.mockRejectedValue(new ServiceUnavailable('away'));
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', user: null }]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('asks for the products and creators that the address names, as many as a page shows, and for nothing that is no id', async () => {
  findRowWith.mockResolvedValue(null);
  const many = Array.from({ length: 200 }, (_, number) => id(number));
  await ask(`?owned=${many.join(',')},x&favorites=x,${many.join(',')}&following=,${id(7)},'--`);
  expect(findRowWith).toHaveBeenCalledWith({
    owned: many.slice(0, 10),
    favorites: many.slice(0, 120),
    following: [id(7)],
  });
  await ask();
  expect(findRowWith).toHaveBeenLastCalledWith({ owned: [], favorites: [], following: [] });
});

describe('ahead of Next.js', () => {
  let server: Server;

  beforeAll(async () => {
    answerMeAhead();
    server = createServer((_request, response) => response.end('Next'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());
  beforeEach(() => {
    findPersonOf.mockResolvedValue({ status: 'person', row: ana, token: 'token' });
  });

  const sessionUntil = (seconds: number) => {
    const session = { access_token: 'token', expires_at: Math.floor(Date.now() / 1_000) + seconds };
    return `sb-shop-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  };
  const current = () => sessionUntil(3_600);

  async function send(path: string, headers: Record<string, string> = { cookie: current() }, method = 'GET') {
    const { port } = server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve) =>
      request({ host: '127.0.0.1', port, path, headers, method }, resolve).end(),
    );
    const body = Buffer.concat(await response.toArray()).toString();
    return { status: response.statusCode, headers: response.headers, body };
  }

  it.each(people.slice(1))('somebody with a session is told that they are a %s', async (status, row, told) => {
    findPersonOf.mockResolvedValue({ status: 'person', row, token: 'token' });
    const answer = await send('/api/me');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status, user: told }]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('somebody whose session has ended is told that they are a guest', async () => {
    findPersonOf.mockResolvedValue({ status: 'guest' });
    expect(JSON.parse((await send('/api/me')).body)).toEqual({ status: 'guest', user: null });
  });

  it('the same is asked for as by the route', async () => {
    const many = Array.from({ length: 200 }, (_, number) => id(number));
    await send(`/api/me?owned=${many.join(',')}&favorites=${id(1)},x&following=${id(7)}`);
    expect(findPersonOf).toHaveBeenCalledWith(
      expect.arrayContaining([expect.objectContaining({ name: 'sb-shop-auth-token' })]),
      expect.any(Function),
      expect.objectContaining({ asked: { owned: many.slice(0, 10), favorites: [id(1)], following: [id(7)] } }),
    );
  });

  it('an outage is told once, and Next.js does not ask again', async () => {
    findPersonOf.mockResolvedValue({ status: 'unavailable', reason: 'away' });
    const { status, headers, body } = await send('/api/me');
    expect([status, headers['retry-after'], JSON.parse(body).status]).toEqual([503, '5', 'unavailable']);
  });

  it.each<[what: string, path: string, headers?: Record<string, string>, method?: string]>([
    ['a visitor', '/api/me', {}],
    ['a session that is due', '/api/me', { cookie: sessionUntil(30) }],
    ['two sessions', '/api/me', { cookie: `${current()}; ${current().replace('sb-shop', 'sb-other')}` }],
    ['a session that comes twice', '/api/me', { cookie: `${current()}; ${current()}` }],
    ['a session that cannot be read', '/api/me', { cookie: 'sb-shop-auth-token=base64-bm8' }],
    ['another address', '/api/me/x'],
    ['an address with what the shop does not write', '/api/me?owned=%00'],
    ['a form', '/api/me', { cookie: current(), 'content-type': 'multipart/form-data' }],
    ['an action', '/api/me', { cookie: current(), 'next-action': 'x' }],
    ['another method', '/api/me', { cookie: current() }, 'DELETE'],
  ])('%s is left to Next.js', async (_what, path, headers, method) => {
    expect((await send(path, headers, method)).body).toBe('Next');
    expect(findPersonOf).not.toHaveBeenCalled();
  });

  it.each([
    ['has no account yet', async () => ({ status: 'person', row: null, token: 'token' })],
    ['cannot be read', async () => ({ status: 'person', row: { id: 'ana' }, token: 'token' })],
    ['fails', async () => Promise.reject(new Error('no'))],
  ])('whoever %s is left to Next.js', async (_what, find) => {
    findPersonOf.mockImplementation(find);
    expect((await send('/api/me')).body).toBe('Next');
  });
});
