// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { CopyUsername } from '@/components/account/copy-username-client';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();
const copy = () => act(async () => document.querySelector('button')?.click());
const said = () => document.querySelector('[role=status]')?.textContent;

it('a copied name is announced for two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await show(<CopyUsername username="ana" />);
  await copy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith('@ana');
  await act(async () => vi.advanceTimersByTime(1_999));
  expect(said()).toBe('Copiado');
  await act(async () => vi.advanceTimersByTime(1));
  expect(said()).toBe('');
  vi.useRealTimers();
});

it.each([
  ['refuses access', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ['is missing', undefined],
])('if the clipboard %s, the name is selected and a message is shown', async (_, clipboard) => {
  vi.stubGlobal('navigator', { clipboard });
  await show(<CopyUsername username="ana" />);
  await copy();
  expect(getSelection()?.toString()).toBe('@ana');
  expect(said()).toBe('El navegador no ha dejado copiarlo. Queda seleccionado: cópialo tú.');
});
