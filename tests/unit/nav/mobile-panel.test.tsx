// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { MeState } from '@/components/account/me/types';
import { MobilePanel } from '@/components/nav/mobile-panel-client';
import type { Me } from '@/lib/account/types';
import { creatorPath } from '@/lib/core/http/segments';
import { openPlace } from '../rendered.tsx';

const world = vi.hoisted(() => ({ state: { status: 'loading' } as unknown, refreshMe: vi.fn() }));
vi.mock('@/components/account/use-me', () => ({ useMe: () => world.state }));
vi.mock('@/components/account/me/refresh', () => ({ refreshMe: world.refreshMe }));
vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));

const { show } = openPlace();

async function open(state: Partial<MeState>) {
  world.state = state;
  await show(<MobilePanel onClose={() => {}} />);
  const links = [...document.querySelectorAll('[role="dialog"] a')].map((link) => link.getAttribute('href'));
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')];
  return { links, retry: buttons.find(({ textContent }) => textContent === 'Reintentar') };
}

test('a guest is offered the login', async () => {
  const { links, retry } = await open({ status: 'guest' });
  expect(links).toContain('/login');
  expect(retry).toBeUndefined();
});

test('nobody is offered the login while the account loads, or while it cannot be read', async () => {
  const loading = await open({ status: 'loading' });
  expect(loading.links).toContain('/support');
  expect(loading.links).not.toContain('/login');
  expect(loading.retry).toBeUndefined();
  const { links, retry } = await open({ status: 'unavailable' });
  expect(links).not.toContain('/login');
  expect(document.body.textContent).toContain('No podemos comprobar tu cuenta ahora mismo.');
  retry?.click();
  expect(world.refreshMe).toHaveBeenCalledOnce();
});

test('the creators whom a person follows can be opened on a phone', async () => {
  const luz = { id: 'c1', displayName: 'Luz Ñ', avatarUrl: '/default-avatar.webp' };
  const me = { displayName: 'Ana', role: 'user', favorites: 2, uncoins: 0, following: [luz] } as unknown as Me;
  const { links } = await open({ status: 'user', me } as MeState);
  expect(links).toContain(creatorPath('Luz Ñ'));
  expect(document.body.textContent).toContain('Siguiendo');
  await open({ status: 'user', me: { ...me, following: [] } } as unknown as MeState);
  expect(document.body.textContent).not.toContain('Siguiendo');
});
