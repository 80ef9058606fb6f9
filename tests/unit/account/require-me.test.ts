import { afterAll, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());

vi.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => ({ getAll: () => [] }) }));
vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/navigation', () => ({
  redirect: (address: string) => {
    throw new Error(`to ${address}`);
  },
}));
const { requireMe } = await import('@/lib/account/server');

it.each([
  ['without a query', undefined, '/profile/help/new'],
  ['with an empty query', {}, '/profile/help/new'],
  ['with a query', { pedido: 'a1', sobre: 'reembolso' }, '/profile/help/new?pedido=a1&sobre=reembolso'],
  ['with a repeated name', Promise.resolve({ producto: ['a', 'b&c'] }), '/profile/help/new?producto=a&producto=b%26c'],
])('a visitor of a page %s comes back to it after the login', async (_what, query, address) => {
  await expect(requireMe('/profile/help/new', query)).rejects.toThrow(
    new Error(`to /login?next=${encodeURIComponent(address)}`),
  );
});
