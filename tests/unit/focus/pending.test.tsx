// @vitest-environment jsdom
import { act, type FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { FavoriteButton } from '@/components/catalog/product/favorite-button-client';
import { Button } from '@/components/ui/button';
import { toggleFavorite } from '@/lib/creators/social/action';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/account/use-me', () => ({ useMe: () => ({ status: 'user' }), useKnown: () => false }));
vi.mock('@/components/account/me/optimistic-changes', () => ({
  showFavorite: () => ({ keep: () => {}, undo: () => {} }),
}));
vi.mock('@/components/account/me/refresh', () => ({ refreshMe: () => {} }));
vi.mock('@/components/ui/toast', () => ({ toast: () => {} }));
vi.mock('@/lib/creators/social/action', () => ({ toggleFavorite: vi.fn(() => new Promise(() => {})) }));

const { show } = openPlace();
const button = () => document.querySelector('button') as HTMLButtonElement;

test('a pending button keeps the focus, and a press does nothing', async () => {
  const press = vi.fn();
  const submit = vi.fn((event: FormEvent) => event.preventDefault());
  const form = (pending: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" pending={pending} onClick={press}>
        Send
      </Button>
    </form>
  );
  await show(form(false));
  button().focus();
  button().click();
  await show(form(true));
  expect(document.activeElement).toBe(button());
  expect(button().getAttribute('aria-disabled')).toBe('true');
  button().click();
  expect(press).toHaveBeenCalledTimes(1);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('the heart keeps the focus while it waits, and a second press sends nothing', async () => {
  await show(<FavoriteButton productId="1" name="Mapa" />);
  button().focus();
  await act(async () => button().click());
  expect(document.activeElement).toBe(button());
  await act(async () => button().click());
  expect(toggleFavorite).toHaveBeenCalledTimes(1);
});
