import { act } from 'react';

/** Actions of a person on a form in jsdom, by visible names. */

const named = <Found extends HTMLElement>(selector: string, name: string, nameOf: (found: Found) => string): Found => {
  const found = [...document.querySelectorAll<Found>(selector)].find((element) => nameOf(element).startsWith(name));
  if (!found) throw new Error(`there is no ${selector} «${name}»`);
  return found;
};

export const buttonOf = (name: string): HTMLButtonElement =>
  named<HTMLButtonElement>('button', name, (button) => button.ariaLabel ?? button.textContent ?? '');

export const field = (label: string): HTMLInputElement =>
  named<HTMLInputElement>('input', label, ({ labels }) => labels?.[0]?.textContent ?? '');

export const press = (name: string) => act(async () => buttonOf(name).click());

export async function type(label: string, text: string): Promise<void> {
  const input = field(label);
  // React only notices a change if the value is set by the native setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  await act(async () => input.dispatchEvent(new Event('input', { bubbles: true })));
}

/** All that the page says, with its dialogs. */
export const said = (): string => document.body.textContent ?? '';
