// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { LeaveOnEscape } from '@/components/account/leave-on-escape-client';
import { openPlace } from '../rendered.tsx';

const push = vi.hoisted(() => vi.fn());
const router = vi.hoisted(() => ({ push }));
vi.mock('next/navigation', () => ({ useRouter: () => router }));

const { show } = openPlace();
const press = (key: string, isTaken = false) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  if (isTaken) event.preventDefault();
  document.body.dispatchEvent(event);
};

beforeEach(() => push.mockClear());

test('Escape leaves the personal area for the home page, and no other key does', async () => {
  await show(<LeaveOnEscape />);
  press('Enter');
  expect(push).not.toHaveBeenCalled();
  press('Escape');
  expect(push).toHaveBeenCalledExactlyOnceWith('/');
});

test('Escape that closes something open stays', async () => {
  await show(
    <>
      <LeaveOnEscape />
      <div role="dialog" />
    </>,
  );
  press('Escape');
  await show(<LeaveOnEscape />);
  press('Escape', true);
  expect(push).not.toHaveBeenCalled();
});

test('Escape does nothing once the personal area is left', async () => {
  await show(<LeaveOnEscape />);
  await show(null);
  press('Escape');
  expect(push).not.toHaveBeenCalled();
});

test('Escape in a field loses no text', async () => {
  await show(
    <>
      <LeaveOnEscape />
      <textarea />
    </>,
  );
  document
    .querySelector('textarea')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  expect(push).not.toHaveBeenCalled();
});
