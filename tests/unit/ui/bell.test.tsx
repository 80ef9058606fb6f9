// @vitest-environment jsdom
import { act } from 'react';
import { SWRConfig } from 'swr';
import { beforeEach, expect, test, vi } from 'vitest';
import { BellPopup } from '@/components/notifications/bell-popup-client';
import { press, said } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { markNotificationsRead, patchMe } = vi.hoisted(() => ({ markNotificationsRead: vi.fn(), patchMe: vi.fn() }));
vi.mock('@/lib/notifications/action', () => ({ markNotificationsRead }));
vi.mock('@/components/account/me/optimistic-changes', () => ({ patchMe }));
vi.mock('@/components/account/use-me', () => ({ useMe: () => ({ status: 'user', me: { id: 'ana' } }) }));
vi.mock('@/components/notifications/notification-list', () => ({
  NotificationList: ({ items }: { items: string[] }) => items.join(),
}));
vi.mock('next/navigation', () => ({
  usePathname: () => '/',
  useRouter: () => ({}),
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/is-signed-out', () => ({ isSignedOut: async () => false }));

const { show } = openPlace();

let loads: Array<{ answer: (notifications: string[]) => Promise<void>; fail: () => Promise<void> }>;
const last = () => loads.at(-1) as (typeof loads)[number];
/** SWR fetches in the frame after it has shown its stored data. */
const frame = () => act(async () => new Promise((done) => setTimeout(done, 50)));

async function toggle(): Promise<void> {
  await press('Avisos');
  await frame();
}

beforeEach(async () => {
  vi.clearAllMocks();
  markNotificationsRead.mockResolvedValue({ ok: true });
  loads = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve, reject) => {
        loads.push({
          answer: (notifications) => act(async () => resolve(Response.json({ notifications }))),
          fail: () => act(async () => reject(new TypeError('no connection'))),
        });
      }),
  );
  await show(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <BellPopup label="Avisos" className="" trigger="!" />
    </SWRConfig>,
  );
  // It is loaded by its first press, which opens it.
  await frame();
  await last().answer(['old']);
});

test('shown notifications are marked as read', () => {
  expect(said()).toContain('old');
  expect(markNotificationsRead).toHaveBeenCalledOnce();
  expect(patchMe).toHaveBeenCalledWith({ unread: 0 });
});

test('new notifications are marked as read once they are shown, not before', async () => {
  await toggle();
  await toggle();
  expect(loads).toHaveLength(2);
  expect(markNotificationsRead).toHaveBeenCalledOnce();
  await last().answer(['new', 'old']);
  expect(said()).toContain('new');
  expect(markNotificationsRead).toHaveBeenCalledTimes(2);
});

test('no notifications are marked as read if loading fails', async () => {
  await toggle();
  await toggle();
  await last().fail();
  expect(markNotificationsRead).toHaveBeenCalledOnce();
});

test.each([
  ['is refused', async () => ({ ok: false, error: 'unavailable' })],
  ['has no response', () => Promise.reject(new TypeError('no connection'))],
])('if marking %s, new notifications stay counted', async (_what, outcome) => {
  patchMe.mockClear();
  await toggle();
  await toggle();
  markNotificationsRead.mockImplementationOnce(outcome);
  await last().answer(['new', 'old']);
  expect(markNotificationsRead).toHaveBeenCalledTimes(2);
  expect(patchMe).not.toHaveBeenCalled();
});
