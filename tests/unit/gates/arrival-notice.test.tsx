// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { ArrivalNotice } from '@/components/nav/notice-client';
import { openPlace } from '../rendered.tsx';

const { toast, route } = vi.hoisted(() => ({ toast: vi.fn(), route: { path: '/' } }));
vi.mock('@/components/ui/toast', () => ({ toast }));
vi.mock('next/navigation', () => ({ usePathname: () => route.path }));

const { show } = openPlace();
const setNotice = (notice: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as an answer of the server sets it
  document.cookie = `unstore-notice=${notice};path=/`;
};

async function arriveAt(path: string): Promise<void> {
  route.path = path;
  await show(<ArrivalNotice />);
}

beforeEach(() => {
  vi.clearAllMocks();
});

test('the reason of a redirect to the home page is shown once', async () => {
  setNotice('fileMissing');
  await arriveAt('/library');
  expect(toast).toHaveBeenCalledOnce();
  await arriveAt('/');
  expect(toast).toHaveBeenCalledOnce();
  expect(document.cookie).not.toContain('unstore-notice');
});

test('the reason is shown after a client-side navigation, while the layout stays mounted', async () => {
  await arriveAt('/p/x');
  setNotice('noPermission');
  await arriveAt('/');
  expect(toast).toHaveBeenCalledExactlyOnceWith('error', 'No tienes permisos para acceder.');
});

test('an unknown reason is not shown', async () => {
  setNotice('somethingElse');
  await arriveAt('/');
  expect(toast).not.toHaveBeenCalled();
});
