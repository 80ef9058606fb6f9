// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { FollowButton } from '@/components/creators/follow-button-client';
import { press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const calls = vi.hoisted(() => ({ refreshMe: vi.fn(), toast: vi.fn(), toggleFollow: vi.fn() }));
vi.mock('@/components/account/use-me', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ status: 'unavailable' }),
  useKnown: () => undefined,
}));
vi.mock('@/components/account/me/refresh', () => calls);
vi.mock('@/components/ui/toast', () => calls);
vi.mock('@/lib/creators/social/action', () => calls);

const { show } = openPlace();

test('whoever wants to follow while the account cannot be read is told so, and the account is read again', async () => {
  await show(<FollowButton creatorId="c" name="Ana" avatarUrl="" hasProducts={false} />);
  await press('Seguir');
  expect(calls.toast).toHaveBeenCalledExactlyOnceWith('error', 'Error al seguir.');
  expect(calls.refreshMe).toHaveBeenCalledOnce();
  expect(calls.toggleFollow).not.toHaveBeenCalled();
});
