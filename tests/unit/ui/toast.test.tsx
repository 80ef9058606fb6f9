// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { toast } from '@/components/ui/toast';
import { Toasts } from '@/components/ui/toasts-client';
import { openPlace } from '../rendered.tsx';

vi.mock('@/components/ui/toast-list-client', () => {
  throw new Error('no connection');
});

const { show } = openPlace();
const shown = () => [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);

test('a message is shown for a while even if the code of the toasts cannot be loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show(<Toasts label="Avisos" />);
  expect(shown()).toEqual([]);
  await act(async () => toast('error', 'No hay conexión con la tienda.'));
  expect(shown()).toEqual(['No hay conexión con la tienda.']);
  await act(async () => vi.advanceTimersByTime(3_000));
  await act(async () => toast('error', 'Inténtalo otra vez.'));
  await act(async () => vi.advanceTimersByTime(3_000));
  expect(shown()).toEqual(['Inténtalo otra vez.']);
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(shown()).toEqual([]);
  vi.useRealTimers();
});
