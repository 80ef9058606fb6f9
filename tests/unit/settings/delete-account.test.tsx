// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { DeleteAccount } from '@/components/account/settings/delete-account-client';
import type { Obstacle } from '@/lib/account/settings/types';
import { openPlace } from '../rendered.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/', unstable_rethrow: () => {} }));
vi.mock('@/lib/club/close-account-action', () => ({ deleteAccountAction: async () => ({}) }));
vi.mock('@/components/account/reset-me-on-leave-client', () => ({ ResetMeOnLeave: () => null }));
vi.mock('@/components/ui/dialog-client', () => ({
  Dialog: ({ children }: { children: ReactNode }) => <div role="dialog">{children}</div>,
}));

const { show } = openPlace();

const nothing = { uncoins: 0, orders: 0, revenue: null, products: false, club: false };
async function open(losses: typeof nothing, obstacles: Obstacle[]) {
  await show(<DeleteAccount losses={losses} obstacles={obstacles} />);
  act(() => document.querySelector('button')?.click());
  const items = [...document.querySelectorAll('[role=dialog] li')].map((item) => item.textContent);
  return { items, hasPassword: document.querySelector('input[type=password]') !== null };
}

test('all obstacles to a deletion are listed before the password, with links', async () => {
  const { items, hasPassword } = await open({ ...nothing, club: true }, ['club_activo', 'pago_en_curso']);
  expect(hasPassword).toBe(false);
  expect(items).toHaveLength(2);
  expect([...document.querySelectorAll('[role=dialog] a')].map((link) => link.getAttribute('href'))).toEqual([
    '/profile/club',
    '/profile/orders',
  ]);
});

test('losses that do not apply to a deletion are not listed', async () => {
  expect(await open(nothing, [])).toEqual({
    items: ['Tu perfil, tus valoraciones y tus favoritos'],
    hasPassword: true,
  });
});

test('losses that apply to a deletion are listed', async () => {
  const all = { uncoins: 1, orders: 2, revenue: '5,00 €' as never, products: true, club: true };
  expect((await open(all, [])).items).toEqual([
    '2 productos de tu biblioteca',
    '1 UnCoin',
    'Lo que te queda de tu Club',
    '5,00 € de ingresos que no has retirado',
    'Tus productos dejan de venderse; quien los compró los conserva.',
    'Tu perfil, tus valoraciones y tus favoritos',
  ]);
});
