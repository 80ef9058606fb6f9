// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { act, useActionState } from 'react';
import { expect, test } from 'vitest';
import { ActionForm } from '@/components/ui/action-form-client';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

let answer: (typed: string) => void;
const action = () => new Promise<string>((resolve) => (answer = resolve));

function Asking() {
  const [typed, submit] = useActionState(action, '');
  return (
    <ActionForm action={submit}>
      <input name="email" defaultValue={typed} />
      <input name="code" aria-invalid={typed === 'refused' || undefined} />
      <input name="agreed" type="checkbox" />
      <select name="kind" defaultValue="a">
        <option value="a">a</option>
        <option value="b">b</option>
      </select>
    </ActionForm>
  );
}

const field = <Kind extends HTMLInputElement | HTMLSelectElement>(name: string) =>
  document.querySelector(`[name=${name}]`) as Kind;
const type = (text: string) => {
  field<HTMLInputElement>('email').value = text;
};
const press = () => act(async () => document.querySelector('form')?.requestSubmit());
const respond = (typed: string) => act(async () => answer(typed));

test('input typed between submission and response stays, and submitted input is cleared', async () => {
  await show(<Asking />);
  type('uno@gmail.com');
  await press();
  type('dos@gmail.com');
  field<HTMLInputElement>('agreed').click();
  field<HTMLSelectElement>('kind').value = 'b';
  await respond('');
  expect(field('email').value).toBe('dos@gmail.com');
  expect(field<HTMLInputElement>('agreed').checked).toBe(true);
  expect(field('kind').value).toBe('b');
  await press();
  await respond('');
  expect(field('email').value).toBe('');
  expect(field<HTMLInputElement>('agreed').checked).toBe(false);
});

test('values in the response of a form are shown again', async () => {
  await show(<Asking />);
  type('uno@gmail.com');
  await press();
  await respond('uno@gmail.com');
  expect(field('email').value).toBe('uno@gmail.com');
});

test('the first refused field gets the focus, unless something is typed already', async () => {
  await show(<Asking />);
  await press();
  await respond('');
  expect(document.activeElement).toBe(document.body);
  type('refused');
  await press();
  await respond('refused');
  expect(document.activeElement).toBe(field('code'));
  field<HTMLInputElement>('agreed').focus();
  await press();
  type('dos@gmail.com');
  await respond('refused');
  expect(document.activeElement).toBe(field('agreed'));
});

test('every form with fields and a server action uses ActionForm', () => {
  const found = globSync('{app,components}/**/*.tsx').filter((path) =>
    /<form\b[^>]*\baction=\{(?!`|listing\.path)/.test(readFileSync(path, 'utf8')),
  );
  // It has only a button.
  expect(found).toEqual(['app/[locale]/(account)/logout/page.tsx']);
});
