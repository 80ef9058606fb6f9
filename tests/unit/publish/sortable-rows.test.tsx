// @vitest-environment jsdom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { Editions } from '@/components/publish/editions-client';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import { type DraftEdition, emptyEdition } from '@/lib/publish/types';
import { buttonOf } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

function Form({ first }: { first: DraftEdition[] }) {
  const [editions, setEditions] = useState(first);
  return (
    <>
      <KeepFocus />
      <Editions value={editions} rates={{} as never} onChange={setEditions} />
    </>
  );
}

const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].findLast(
      (button) => (button.ariaLabel ?? button.textContent)?.trim() === name,
    );
    found?.focus();
    found?.click();
  });
const rows = () => document.querySelectorAll('li').length;

test('an edition with input is removed after a question, and the focus goes to the heading of the editions', async () => {
  await show(<Form first={[{ ...emptyEdition, key: 'e1', name: 'Oro' }]} />);
  await press('Quitar la edición Oro');
  expect(rows()).toBe(1);
  await press('Cancelar');
  await expect.poll(() => document.activeElement).toBe(buttonOf('Quitar la edición Oro'));
  await press('Quitar la edición Oro');
  await press('Quitar');
  expect(rows()).toBe(0);
  await expect.poll(() => document.activeElement?.textContent).toBe('Ediciones');
});

test('an empty edition is removed at once', async () => {
  await show(<Form first={[{ ...emptyEdition, key: 'e1' }]} />);
  await press('Quitar la edición');
  expect(rows()).toBe(0);
});
