// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ReleaseNotes } from '@/components/nav/release-notes-client';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/ui/on-floor-client', () => ({ OnFloor: ({ children }: { children: ReactNode }) => children }));

const { show } = openPlace();
const notes = () => document.querySelector('aside');

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

test('the notes of a new release close within 200 ms, for good', async () => {
  localStorage.setItem('lastSeenUpdate', '2025.06.01');
  await show(<ReleaseNotes />);
  await act(() => import('@/components/nav/release-notes-card-client'));
  expect(notes()?.textContent).toContain('HotFix #2 2025.07.23');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => notes()?.querySelector('button')?.click());
  expect(localStorage.getItem('lastSeenUpdate')).toBe('2025.07.23');
  await act(async () => vi.advanceTimersByTime(199));
  expect(notes()).not.toBeNull();
  await act(async () => vi.advanceTimersByTime(1));
  expect(notes()).toBeNull();
  await show(null);
  await show(<ReleaseNotes />);
  expect(notes()).toBeNull();
});

test('a new browser has seen the release', async () => {
  await show(<ReleaseNotes />);
  expect(localStorage.getItem('lastSeenUpdate')).toBe('2025.07.23');
  expect(notes()).toBeNull();
});
