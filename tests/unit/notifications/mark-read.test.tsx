// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { MarkRead } from '@/components/notifications/mark-read-client';
import { openPlace } from '../rendered.tsx';

const { mark, patchMe } = vi.hoisted(() => ({ mark: vi.fn(), patchMe: vi.fn() }));
vi.mock('@/lib/notifications/action', () => ({ markNotificationsRead: mark }));
vi.mock('@/components/account/me/optimistic-changes', () => ({ patchMe }));
vi.mock('@/components/ui/is-signed-out', () => ({ isSignedOut: async () => false }));
vi.mock('next/navigation', () => ({ unstable_isUnrecognizedActionError: () => false }));

const { show } = openPlace();
beforeEach(() => {
  vi.resetAllMocks();
});

it('notifications that are shown are read', async () => {
  mark.mockResolvedValue({ ok: true, value: undefined });
  await show(<MarkRead />);
  await vi.waitFor(() => expect(patchMe).toHaveBeenCalledExactlyOnceWith({ unread: 0 }));
});

// A rejection that nobody handles fails the run.
it.each([
  ['refuses', () => mark.mockResolvedValue({ ok: false, error: 'tooMany' })],
  ['is not reached', () => mark.mockRejectedValue(new TypeError('fetch failed'))],
])('notifications stay unread if the shop %s', async (_what, befall) => {
  befall();
  await show(<MarkRead />);
  await vi.waitFor(() => expect(mark).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(patchMe).not.toHaveBeenCalled();
});
