// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { UsernameField } from '@/components/account/username-field-client';
import { field, said, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const answers: Array<(isTaken: boolean) => void> = [];
vi.mock('@/lib/account/sign-in/action', () => ({
  checkUsername: () => new Promise((resolve) => answers.push((isTaken) => resolve({ ok: true, value: { isTaken } }))),
}));
vi.mock('next/navigation', () => ({ unstable_isUnrecognizedActionError: () => false }));

const { show } = openPlace();
const leave = () =>
  act(async () => field('Nombre de usuario').dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const answer = (isTaken: boolean) => act(async () => answers.shift()?.(isTaken));
const isWrong = () => field('Nombre de usuario').getAttribute('aria-invalid') === 'true';

it('an answer about a name is shown only while that name is in the field', async () => {
  await show(<UsernameField />);
  await type('Nombre de usuario', 'marina');
  await leave();
  await type('Nombre de usuario', 'marina_azul');
  await answer(true);
  expect(isWrong()).toBe(false);
  await leave();
  await answer(false);
  expect(said()).toContain('marina_azul');
  await type('Nombre de usuario', 'marina');
  await leave();
  await answer(true);
  expect(isWrong()).toBe(true);
});

it('answers in another order are not mixed up', async () => {
  await show(<UsernameField />);
  await type('Nombre de usuario', 'marina');
  await leave();
  await type('Nombre de usuario', 'marina_azul');
  await leave();
  await act(async () => answers.pop()?.(false));
  await answer(true);
  expect(isWrong()).toBe(false);
  expect(said()).toContain('marina_azul');
});
