// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { PlayerName } from '@/components/account/player-name-client';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

function Name() {
  const [name, setName] = useState('');
  return (
    <PlayerName
      label="Nombre"
      hint="De 5 a 16"
      error="mal"
      emptyError="falta"
      least={5}
      value={name}
      onChange={setName}
    />
  );
}

async function type(field: HTMLInputElement, value: string, leaves: boolean) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (leaves) field.dispatchEvent(new Event('focusout', { bubbles: true }));
  });
}
const fieldOf = () => document.querySelector('input') as HTMLInputElement;

test('a short name is wrong once its field is left, a forbidden character at once, and a missing name has its own text', async () => {
  await show(<Name />);
  const field = fieldOf();
  const problem = () => document.getElementById(`${field.id}-error`)?.textContent ?? null;
  await type(field, 'abc', false);
  expect(problem()).toBeNull();
  await type(field, 'a-b', false);
  expect(problem()).toBe('mal');
  await type(field, 'abc', true);
  expect(problem()).toBe('mal');
  await type(field, '', false);
  expect(problem()).toBe('falta');
  expect(field.getAttribute('autocapitalize')).toBe('none');
});

test.each([
  [' jugador_1\n', 'jugador_1', false],
  ['\u200bjugador_1\u2060 ', 'jugador_1', false],
  ['jugador 1', 'jugador 1', true],
  ['Capitan_Nube_0167', 'Capitan_Nube_0167', true],
])('the pasted name %j becomes %j', async (pasted, kept, isWrong) => {
  await show(<Name />);
  const field = fieldOf();
  await type(field, pasted, true);
  expect(field.value).toBe(kept);
  expect(field.getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null);
});
