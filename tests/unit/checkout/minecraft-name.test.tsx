// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { MinecraftName } from '@/components/checkout/minecraft-name-client';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

function Name() {
  const [name, setName] = useState('');
  return <MinecraftName value={name} least={5} onChange={setName} disabled={false} />;
}

test.each([
  [' jugador_1\n', 'jugador_1', false],
  ['\u200bjugador_1\u2060 ', 'jugador_1', false],
  ['jugador 1', 'jugador 1', true],
  ['Capitan_Nube_0167', 'Capitan_Nube_0167', true],
])('the pasted name %j becomes %j', async (pasted, kept, isWrong) => {
  await show(<Name />);
  const field = document.querySelector('input') as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, pasted);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('focusout', { bubbles: true }));
  });
  expect(field.value).toBe(kept);
  expect(field.getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null);
});
