import { beforeEach, describe, expect, it, vi } from 'vitest';

const person = vi.hoisted(() => ({ me: null as unknown }));
vi.mock('@/lib/account/server', () => ({
  requireMe: async (path: string) => {
    if (!person.me) throw new Error(`to the login, and back to ${path}`);
    return person.me;
  },
}));
vi.mock('next/navigation', () => ({
  redirect: (address: string) => {
    throw new Error(`to ${address}`);
  },
}));
const { requireAdmin, requireModerator } = await import('@/lib/account/access');

const as = (role: string, secondFactor = 'shown') => {
  person.me = { id: 'me', role, secondFactor };
  return person.me;
};
beforeEach(() => {
  person.me = null;
});

describe.each([
  ['admins', requireAdmin, '/dashboard-admin/users', { user: false, moderador: false, admin: true }],
  ['moderators', requireModerator, '/moderation/x', { user: false, moderador: true, admin: true }],
] as const)('a page for %s', (_whom, require, path, opens) => {
  it.each(Object.entries(opens))('is open to a %s: %s', async (role, isOpen) => {
    const me = as(role);
    if (isOpen) expect(await require(path)).toBe(me);
    else await expect(require(path)).rejects.toThrow('to /');
  });

  it('redirects guests to the login', async () => {
    await expect(require(path)).rejects.toThrow(`to the login, and back to ${path}`);
  });

  it.each(['none', 'recovered'])(
    'requires a verified second factor, and %s leads to its setup',
    async (secondFactor) => {
      as('admin', secondFactor);
      await expect(require(path)).rejects.toThrow(`to /profile/two-factor?next=${encodeURIComponent(path)}`);
      as('user', secondFactor);
      await expect(require(path)).rejects.toThrow(/^to \/$/);
    },
  );

  it('comes back with its query after a second factor is set up', async () => {
    as('admin', 'none');
    const address = `${path}?${new URLSearchParams({ q: 'a&b' })}`;
    await expect(require(path, Promise.resolve({ q: 'a&b', none: undefined }))).rejects.toThrow(
      `to /profile/two-factor?next=${encodeURIComponent(address)}`,
    );
  });

  it('is closed before the second factor', async () => {
    as('admin', 'pending');
    await expect(require(path)).rejects.toThrow('to /login/verificar');
  });
});
